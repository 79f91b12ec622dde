import type { Evidence, Expected } from './reference/resolution';
import type { Json, JsonObject } from '../domain/json';
import type { Amount, Price } from '../domain/money';
import type { NameComparison } from '../payees/accountName';
import type { Payee } from '../payees/allowedPayees';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { NewPayees } from '../payees/recordedPayee';
import type { SealedPayment } from './sealedPayment';
import type { ReadService, SendSettings, ServiceRequest, ServiceResponse } from '../service/service';

/* The plans of a run's items, as operations make them and `core/payout` carries them out. */

/** One item that creates or changes something, with every local check passed. */
export interface WritePlan {
	/** Two requests with an equal identity are the same. */
	readonly identity: Json;
	/** Its name in messages. The request itself is not shown, since it may hold a secret. */
	readonly shownAs: { readonly action: string };
	/** For a write that decides who will be paid (account, link, quote): the payee, and the amount if stated. */
	readonly names: { readonly payee: Payee; readonly amount: Amount | null } | null;
	readonly settings: WriteSettings;
	/** Asks what the request depends on, and builds it. Throws ItemStopped when it must not be sent. */
	lookUp(service: ReadService): Promise<Pick<LookedUp, 'request' | 'output'>>;
	readonly hints: readonly string[];
}

/** One payment of a run: what was made of its draft, with its limits and its options. */
export interface PaymentPlan extends PaymentLookUp {
	readonly sealed: SealedPayment;
	readonly settings: WriteSettings & { readonly payout: PayoutSettings };
	readonly hints: readonly string[];
	/** For an item of 'Payout: Read File': the number of its row, as a person sees it. */
	readonly fileRow?: number;
}

/** The look-up before a payment is sent, and its time. */
export interface PaymentLookUp {
	/** Asks Mavapay what the request depends on, paying nothing. Throws ItemStopped where the item must not be paid. */
	lookUp(service: LookUpService): Promise<LookedUp>;
	/**
	 * When `lookUp` runs: `ahead`, while earlier items are still being paid; `inTurn`, since it creates something, such
	 * as a quote; `nothing` asks Mavapay nothing, so it may run at any time.
	 */
	readonly looksUp: 'nothing' | 'ahead' | 'inTurn';
}

/** A request ready to be sent, and how its response is emitted. */
export interface LookedUp {
	readonly request: ServiceRequest;
	/** The price, where more of it is known now than in the plan. */
	readonly price?: Price | undefined;
	/** The account holder's name as the bank has it, where it was asked. */
	readonly payeeName?: string | undefined;
	readonly bankName?: string | undefined;
	/** How that name compares with the expected one; undefined where none is expected, or both are the same. */
	readonly otherName?: NameComparison | undefined;
	/** Makes output items of the response: exactly one for a payment. Without it, all that its data holds. */
	output?(response: ServiceResponse): JsonObject[];
	/** Named in messages when the request did not go through, such as a quote left unaccepted. */
	readonly leftBehind?: string;
	/** Keys that find the payment at Mavapay if its response is lost; recorded before the request leaves. */
	readonly lookUpKeys?: readonly LookUpKey[];
}

/** Reads, and requests that write without moving money, on the way to a payment. */
export interface LookUpService extends ReadService {
	/** Sends one request that writes. Throws ItemStopped unless it was accepted. */
	write(request: ServiceRequest): Promise<ServiceResponse>;
	/** Whether an amount that only Mavapay knows has to be compared, with a limit or with what was approved. */
	readonly needsAmount: boolean;
	readonly validateOnly: boolean;
	readonly reference: string;
	readonly atLeast: Amount | null;
}

/** The user's settings for one item that pays or creates something; docs/reference/outcomes.md. */
interface WriteSettings extends SendSettings {
	/** Whether the items after one of unknown outcome go on; it takes precedence over On Error. */
	readonly onUnknown: 'stop' | 'continue';
}

export interface PayoutSettings {
	readonly alreadyRecorded: 'stop' | 'skip';
	/** Limits in minor units of the currency that is paid from. */
	readonly maximumAmount: bigint | null;
	readonly maximumTotal: bigint | null;
	/** Whether the user gave the reference; a derived one is never skipped in silence. */
	readonly referenceGiven: boolean;
	readonly payoutsInParallel: number;
	readonly validateOnly: boolean;
	/** As an AI tool: why the payee is not allowed, as a clause; null if it is. */
	readonly payeeProblem: string | null;
	readonly newPayees: NewPayees;
	/** As an AI tool: the most that a person's list allows the payee, in minor units of the amount's currency. */
	readonly payeeMaximum: bigint | null;
	/** As an AI tool: why the model says that it pays. Shown and kept, never believed. */
	readonly reason: string | null;
	/** As an AI tool: how many payments the tools of the workflow may make together on the day when it is sent. */
	readonly paymentsPerDay: number | null;
	/** The digest that 'Prepare' gave for the approved payments; null where no approval is asked for. */
	readonly approvalDigest: string | null;
	/** The approver's name, in one line. Nobody checks it. Null without a digest or a name. */
	readonly approvedBy: string | null;
	/** The references that the approver struck out, as a JSON list; null where the field is empty. */
	readonly leftOut: string | null;
}

/** Asks Mavapay what became of a reference of unknown outcome. */
export type ResolvePlan = {
	readonly do: 'resolve';
	readonly reference: string;
	/** Whether a certain answer settles the record. */
	readonly updateRecord: boolean;
	/** Reads what there is at Mavapay. Throws ItemStopped. */
	gather(service: ReadService): Promise<Evidence>;
} & (
	| {
			/** A key that finds this payment and no other. */
			readonly foundBy: LookUpKey;
			/** When the payment was sent at the earliest, in milliseconds since 1970; null if not given. */
			readonly sentAfterMs: number | null;
	  }
	| { readonly foundBy: null; readonly expected: Expected }
);

/** A task on the payout references of the workflow. */
export type RecordPlan =
	| { readonly do: 'check'; readonly reference: string }
	| {
			readonly do: 'release';
			readonly reference: string;
			readonly claim: string;
			/** The claim's transaction, if Mavapay calls it FAILED: then budgets get their share back. */
			readonly transactionId?: string | null | undefined;
			/** Even if the claim was given less than 15 minutes after the request was sent. */
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
