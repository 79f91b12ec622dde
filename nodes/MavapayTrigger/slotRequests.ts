import { hideSecrets } from '../core/domain/maskSecrets';
import { PROFILE } from '../core/service/accountWebhook';
import type { PaymentOutcome } from '../core/service/failure';
import { ItemStopped } from '../core/service/failure';
import type { PaymentEnding, ServiceRequest, Service } from '../core/service/service';
import { slotOf, shownUrl, type Slot } from './slot';

const TIMEOUT_MS = 20_000;

/** The account's webhook; null where none is set. Throws ItemStopped when the service can't be asked. */
export async function readSlot(service: Pick<Service, 'read'>): Promise<Slot | null> {
	const { data } = await service.read(PROFILE);
	return slotOf(data);
}

/**
 * Sets the account's webhook: PUT /webhook where there is one, POST /webhook/register where there is
 * none (service-facts 2.12). Setting it twice does no harm, so after a lost answer the slot itself is
 * asked. Throws ItemStopped unless it is known to be set; `whenRefused` is called before, where it is
 * certain that nothing was changed.
 */
export async function setSlot(
	service: Pick<Service, 'read' | 'pay'>,
	{ exists, ...wanted }: { readonly url: string; readonly secret: string; readonly exists: boolean },
	whenRefused?: () => void,
): Promise<void> {
	const request: ServiceRequest = {
		method: exists ? 'PUT' : 'POST',
		path: exists ? '/webhook' : '/webhook/register',
		body: { ...wanted },
	};
	const ending = await service.pay(request, TIMEOUT_MS);
	const { outcome } = ending.classified;
	if (outcome === 'accepted') return;
	if (outcome === 'unknown' && (await isSet(service, wanted))) return;
	if (outcome === 'rejected') whenRefused?.();
	throw notSet(ending, wanted, outcome);
}

async function isSet(service: Pick<Service, 'read'>, { url, secret }: { url: string; secret: string }): Promise<boolean> {
	const slot = await readSlot(service);
	return slot !== null && slot.url === url && slot.secret === secret;
}

function notSet(
	{ classified, httpCode }: PaymentEnding,
	{ url, secret }: { url: string; secret: string },
	outcome: PaymentOutcome,
): ItemStopped {
	// The service may repeat what it was sent.
	const said = hideSecrets(classified.message, [secret]);
	const advice = httpCode === '403' ? ' The key must have the role WRITE.' : '';
	return new ItemStopped({
		message: `Mavapay did not take ${shownUrl(url)} as the account's webhook: "${said}".${advice}`,
		httpCode,
		outcome,
		reference: null,
		retryable: true,
		source: 'service',
	});
}
