import type { Evidence, Expected } from './reference/resolution';
import type { Json, JsonObject } from '../domain/json';
import type { Amount, Price } from '../domain/money';
import type { NameComparison } from '../payees/accountName';
import type { Payee } from '../payees/allowedPayees';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { NewPayees } from '../payees/recordedPayee';
import type { SealedPayment } from './sealedPayment';
import type { ReadService, SendSettings, ServiceRequest, ServiceResponse } from '../service/service';

/* The plans of a run's items, which operations make and `core/payout` carries out. */

/** One item that creates or changes something and has passed all local checks. */
export interface WritePlan {
	/** Two requests with an equal identity are the same. */
	readonly identity: Json;
	/** The action in words, for messages. The request itself is not shown, since it may contain a secret. */
	readonly shownAs: { readonly action: string };
	/** The payee, and the amount if stated, of a write by which somebody is paid later, such as a payment link; else null. */
	readonly names: { readonly payee: Payee; readonly amount: Amount | null } | null;
	readonly settings: WriteSettings;
	/** Looks up what the request depends on, and builds the request. Throws ItemStopped if it must not be sent. */
	lookUp(service: ReadService): Promise<Pick<LookedUp, 'request' | 'output'>>;
	readonly hints: readonly string[];
}

/** One payment of a run, with its limits and options. */
export interface PaymentPlan extends PaymentLookUp {
	readonly sealed: SealedPayment;
	readonly settings: WriteSettings & { readonly payout: PayoutSettings };
	readonly hints: readonly string[];
	/** For an item of 'Payout: Read File': its row number as a person sees it. */
	readonly fileRow?: number;
}

/** The look-up before a payment, and when it runs. */
export interface PaymentLookUp {
	/** Looks up what the request depends on, without paying. Throws ItemStopped if the item must not be paid. */
	lookUp(service: LookUpService): Promise<LookedUp>;
	/**
	 * When `lookUp` may run. `ahead`: while earlier items are being paid; `inTurn`: in the item's turn, since it
	 * creates something, such as a quote; `nothing`: at any time, since it asks Mavapay nothing.
	 */
	readonly looksUp: 'nothing' | 'ahead' | 'inTurn';
}

/** A request ready to be sent, and how its response becomes output. */
export interface LookedUp {
	readonly request: ServiceRequest;
	/** The price, if the look-up learned more about it than the plan says. */
	readonly price?: Price | undefined;
	/** The account holder's name, if the bank was asked. */
	readonly payeeName?: string | undefined;
	readonly bankName?: string | undefined;
	/** How the holder's name differs from the expected one; undefined if it doesn't, or no name is expected. */
	readonly otherName?: NameComparison | undefined;
	/** Makes output items from the response, exactly one for a payment. By default, one for each object in its data. */
	output?(response: ServiceResponse): JsonObject[];
	/** For messages: what remains at Mavapay if the request fails, such as an unaccepted quote. */
	readonly leftBehind?: string;
	/** Keys by which the payment can be found if its response is lost; recorded before the request is sent. */
	readonly lookUpKeys?: readonly LookUpKey[];
}

/** The service for look-ups: reads, and writes that move no money. */
export interface LookUpService extends ReadService {
	/** Sends one request that writes. Throws ItemStopped unless it was accepted. */
	write(request: ServiceRequest): Promise<ServiceResponse>;
	/** Whether an amount that only Mavapay knows is needed, for limits or an approval. */
	readonly needsAmount: boolean;
	readonly validateOnly: boolean;
	readonly reference: string;
	readonly atLeast: Amount | null;
}

/** The user's settings for one item that pays or creates something; docs/reference/outcomes.md. */
interface WriteSettings extends SendSettings {
	/** Whether items are still sent after an item with an unknown outcome. Takes precedence over On Error. */
	readonly onUnknown: 'stop' | 'continue';
}

export interface PayoutSettings {
	readonly alreadyRecorded: 'stop' | 'skip';
	/** The limit for one payment; like `maximumTotal`, in minor units of the currency that leaves the wallet. */
	readonly maximumAmount: bigint | null;
	readonly maximumTotal: bigint | null;
	/** Whether the user gave the reference. A payment with a derived reference is never skipped silently. */
	readonly referenceGiven: boolean;
	readonly payoutsInParallel: number;
	readonly validateOnly: boolean;
	/** For an AI tool: why the payee is not allowed, as a clause; null if it is. */
	readonly payeeProblem: string | null;
	readonly newPayees: NewPayees;
	/** For an AI tool: the payee's cap in 'Allowed Payees', in minor units of the amount's currency. */
	readonly payeeMaximum: bigint | null;
	/** For an AI tool: the model's reason for paying. It is shown and stored, never trusted. */
	readonly reason: string | null;
	/** For an AI tool: how many payments all tools of the workflow may make on the day of sending. */
	readonly paymentsPerDay: number | null;
	/** The digest from *Prepare* for the approved payments; null if no approval is required. */
	readonly approvalDigest: string | null;
	/** The approver's name, on one line; not verified. Null without a digest or a name. */
	readonly approvedBy: string | null;
	/** The struck-out references, as a JSON list; null if the field is empty. */
	readonly leftOut: string | null;
}

/** Finds out from Mavapay how a payment of unknown outcome ended. */
export type ResolvePlan = {
	readonly do: 'resolve';
	readonly reference: string;
	/** Whether the result is recorded if it is certain. */
	readonly updateRecord: boolean;
	/** Reads the evidence at Mavapay. Throws ItemStopped. */
	gather(service: ReadService): Promise<Evidence>;
} & (
	| {
			/** A key that identifies this payment alone. */
			readonly foundBy: LookUpKey;
			/** The earliest time at which the payment can have been sent, in milliseconds since 1970; null if not given. */
			readonly sentAfterMs: number | null;
	  }
	| { readonly foundBy: null; readonly expected: Expected }
);

/** An operation on the workflow's payout references. */
export type RecordPlan =
	| { readonly do: 'check'; readonly reference: string }
	| {
			readonly do: 'release';
			readonly reference: string;
			readonly claim: string;
			/** The claim's transaction, if Mavapay reports it as FAILED: its amount then returns to the budgets. */
			readonly transactionId?: string | null | undefined;
			/** Whether to release even if the claim's text was given less than 15 minutes after the request was sent. */
			readonly releaseEarly?: boolean | undefined;
			readonly releasePaid?: boolean | undefined;
	  }
	| {
			readonly do: 'markPaid';
			readonly reference: string;
			readonly claim: string;
			readonly transactionId?: string | null | undefined;
	  }
	| ResolvePlan
	| { readonly do: 'getBudget'; readonly reference: null }
	| { readonly do: 'halt'; readonly reference: null; readonly reason?: string | undefined }
	| { readonly do: 'resume'; readonly reference: null }
	| { readonly do: 'changeAccount'; readonly reference: null };
