import type { Json, JsonObject } from '../domain/json';
import type { Schema } from '../service/schema';
import type { ReadService, ServiceRequest, ServiceResponse } from '../service/service';
import type { Chosen, Fields, Problem, ReadResult, Values } from './field';
import type { CustomContext, CustomResult, GivenAmount, InputItem, PayDraft, RecordPlan, Scope } from './operation';
import type { PayInput, PaySpec } from './pay';

/*
 * The data that each kind of operation is defined with; `define.ts` makes operations of it. F are its fields, O its own
 * options, and G the guards of a payment.
 */

/** The values of an operation's fields and of its own options, as its callbacks get them. */
export type OwnInput<F extends Fields, O extends Fields> = Values<F> & {
	options: Chosen<O>;
	/** The value of 'Skip Checks'; false where the operation has no such option. */
	skipChecks: boolean;
};

/** The members that every kind of operation is defined with. */
export interface OperationInfo<F extends Fields, O extends Fields> {
	/** Its label in the Operation dropdown, without the resource; by default the operation in words. */
	name?: string;
	/** Its entry in n8n's node search, in sentence case and with the resource. */
	action: string;
	description: string;
	fields: F;
	/** Options of its own. Those that all operations of its kind have are added. */
	options?: O;
}

export type NoFields = Record<never, never>;

/** An operation that may check several fields against each other, or against the deployment. */
export interface CheckedInfo<F extends Fields, O extends Fields> extends OperationInfo<F, O> {
	check?: (input: OwnInput<F, O>, scope: Scope) => Problem[];
	/** The amount to compare with the caps on an AI agent's payees. A cap is refused where an operation has no amount. */
	amountOf?: (input: OwnInput<F, O>) => GivenAmount;
}

/** A read with one `request`, or one that `collect`s its results with several: by pages, polling, or asking again. */
export type ReadSpec<F extends Fields, O extends Fields> = CheckedInfo<F, O> &
	(
		| {
				request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
				/** Picks the output items from the `data` of the response; by default a list's members or the one object, unchanged. */
				select?: (data: Json | undefined, input: OwnInput<F, O>) => JsonObject[];
		  }
		| {
				collect: (
					input: OwnInput<F, O>,
					service: ReadService,
					scope: Scope,
					hint: (text: string) => void,
				) => Promise<JsonObject[]>;
		  }
	);

/** A request that creates or changes something, without moving money. */
export interface WriteSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
	/** Completes the request with what only Mavapay knows, such as the name of a bank. */
	complete?: (
		input: OwnInput<F, O>,
		built: ServiceRequest,
		service: ReadService,
		scope: Scope,
	) => Promise<ServiceRequest>;
	output?: (response: ServiceResponse, input: OwnInput<F, O>) => JsonObject[];
	/** Hints to the user, which 'Skip Checks' turns off. */
	hints?: (input: OwnInput<F, O>) => string[];
	/** Whether Mavapay pays the result out by itself, as an automatic payout; where no field names the payee, nobody can see who that is. */
	paysOut?: (input: OwnInput<F, O>) => boolean;
	/** Members that distinguish a repeated request from a new one; by default the request itself. */
	identifiedBy?: (input: OwnInput<F, O>) => JsonObject;
}

/** A payment. `fields` say whom it pays and how much; the reference follows them, then `guards`, limits and options. */
export interface PaymentSpec<F extends Fields, G extends Fields, O extends Fields>
	extends OperationInfo<F, O>, Omit<PaySpec, 'resource' | 'operation'> {
	/** The members that its output item is known to have; an output of another form is passed on with a hint. */
	response: Schema;
	/** Fields that say how the payment is checked before it is sent, such as the expected name. */
	guards?: G;
	/** Makes the payment of one item from its fields, or says why it can't be paid. Sends nothing. */
	draft: (input: PayInput<F, G, O>, scope: Scope) => ReadResult<PayDraft>;
}

/** An operation on the workflow's own record of payouts, which at Mavapay only reads. */
export interface RecordSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	plan: (input: OwnInput<F, O>) => RecordPlan;
	/** Whether an AI agent may do this; by default it may not. */
	asTool?: boolean;
}

/** An operation on all items of a run together, such as a comparison. */
export interface CustomSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	/** Whether it asks neither Mavapay nor the record, so that it needs no credential. */
	offline?: boolean;
	/** `mark` where it marks what it outputs as passed on, `refused` where an AI agent may not run it; by default a read. */
	toolEffect?: 'mark' | 'refused';
	/** Makes the output items from the input items, at least one. Throws ItemStopped. */
	collect: (
		items: ReadonlyArray<CustomItem<OwnInput<F, O>>>,
		context: CustomContext,
		scope: Scope,
	) => Promise<CustomResult[]>;
}

export interface CustomItem<I> extends InputItem {
	readonly input: I;
}
