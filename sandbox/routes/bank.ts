import { ASSUMED } from '../assumptions';
import { ZA_BANKS } from '../data/banks';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import type { Service } from '../state/service';
import { ServiceError, type Json } from '../state/types';

const { value: said } = ASSUMED.messages;

function southAfrican(service: Service): Json[] {
	if (service.quirks.zaBanks === 'text') return [...ZA_BANKS];
	return ZA_BANKS.map((bankName, index) => ({
		bankName,
		nipBankCode: String(index + 1).padStart(6, '0'),
	}));
}

const MPESA_IDENTIFIER = /^\d+$/;

export const bankRoutes: Route[] = [
	route({
		method: 'GET',
		path: '/bank/bankcode',
		access: 'open',
		query: queries.bankCode,
		body: bodies.none,
		handle: ({ service, query }) => {
			const banks =
				query.country === 'NG' ? service.bankAccounts.banks.map((bank) => ({ ...bank })) : southAfrican(service);
			return ok(service, banks, 'Bank codes retrieved');
		},
	}),
	route({
		method: 'GET',
		path: '/bank/name-enquiry',
		access: 'key',
		query: queries.nameEnquiry,
		body: bodies.none,
		handle: ({ service, query }) => {
			const account = service.bankAccounts.enquire(query.bankCode, query.accountNumber);
			const { accountName, accountNumber, bankCode } = account;
			const message = 'Name enquiry successful';
			if (service.quirks.enquiryShape === 'three') {
				return ok(service, { accountName, accountNumber, bankCode }, message);
			}
			const nulls = service.quirks.enquiryShape === 'nulls';
			const data = {
				accountName,
				accountNumber,
				kycLevel: nulls ? null : '3',
				nameInquiryReference: `${bankCode}${accountNumber}`,
				channelCode: nulls ? null : '1',
			};
			return ok(service, data, message);
		},
	}),
	route({
		method: 'POST',
		path: '/quote/validate-kes-identifier',
		access: 'key',
		query: queries.none,
		body: bodies.validateKes,
		handle: ({ service, body }) => {
			if (service.quirks.deployment === 'staging') {
				throw new ServiceError(400, said.notOnStaging);
			}
			if (!MPESA_IDENTIFIER.test(body.identifier)) {
				throw new ServiceError(404, said.unknownIdentifier(body.identifierType));
			}
			return ok(service, {
				organization_name: `SANDBOX ${body.identifierType.toUpperCase()} ${body.identifier}`,
			});
		},
	}),
];
