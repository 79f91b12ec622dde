import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { findCustomerReference } from '../../core/events/customerReference';
import { textOf, type Json, type JsonObject } from '../../core/domain/json';
import { moneyOf } from '../../core/domain/money';
import type { Search } from '../../core/n8n/listSearch';
import { dataObjects, get } from '../../core/service/service';
import { readBanks } from '../operations/bank/bank';
import { idOfOrder } from '../operations/order/order';
import { ALL_WALLETS } from '../operations/wallet/wallet';

/** The most orders shown in the list, newest first. Mavapay sends all orders in one response. */
const MAX_LISTED_ORDERS = 500;

/** Searches a country's banks; `id` is the member that identifies a bank in that country's list. */
const banksOf =
	(country: string, id: string): Search =>
	async (service, filter) => {
		const banks = await readBanks(service, country);
		const entries = banks.flatMap((bank) => entry(wordOf(bank.bankName), wordOf(bank[id])));
		return byName(matching(filter, entries));
	};

const searchWallets: Search = async (service, filter) => {
	const { data } = await service.read(get('/wallet'));
	const entries = dataObjects(data).flatMap((wallet) => entry(walletName(wallet), wordOf(wallet.id)));
	return byName(matching(filter, entries));
};

const searchWalletsOrAll: Search = async (service, filter) => {
	const { results } = await searchWallets(service, filter);
	return { results: [{ name: 'All Wallets', value: ALL_WALLETS }, ...results] };
};

const searchOrders: Search = async (service, filter) => {
	const { data } = await service.read(get('/order/all'));
	const newestFirst = dataObjects(data).sort((a, b) => wordOf(b.createdAt).localeCompare(wordOf(a.createdAt), 'en'));
	const entries = newestFirst.flatMap((order) => entry(orderName(order), idOfOrder(order) ?? ''));
	return { results: matching(filter, entries).slice(0, MAX_LISTED_ORDERS) };
};

/** The list searches of resource locator fields, by the method name that a field refers to. */
export const searches = {
	searchBanks: banksOf('NG', 'nipBankCode'),
	searchOrders,
	searchSouthAfricanBanks: banksOf('ZA', 'bankName'),
	searchWallets,
	searchWalletsOrAll,
} as const;

function walletName({ currency, balance }: JsonObject): string {
	const code = wordOf(currency);
	const { major, minor } = moneyOf(balance, code);
	const shown = major ?? minor;
	return shown === null ? code : `${code} (${shown})`;
}

function orderName(order: JsonObject): string {
	const reference = findCustomerReference(order)?.value ?? '';
	// `displayAmount` includes the currency. The currency and unit of `amount` aren't documented.
	const amount = wordOf(order.displayAmount) || wordOf(order.currency);
	const parts = [idOfOrder(order) ?? '', reference, wordOf(order.status), amount, wordOf(order.createdAt).slice(0, 10)];
	return parts.filter((part) => part !== '').join(', ');
}

function entry(name: string, value: string): INodeListSearchItems[] {
	return value === '' ? [] : [{ name: name === '' ? value : name, value }];
}

function byName(items: INodeListSearchItems[]): INodeListSearchResult {
	return { results: items.sort((a, b) => a.name.localeCompare(b.name, 'en')) };
}

/** The entries whose name or value contains the filter; case is ignored. */
function matching(filter: string | undefined, items: INodeListSearchItems[]): INodeListSearchItems[] {
	const wanted = (filter ?? '').trim().toLowerCase();
	return items.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}

const wordOf = (value: Json | undefined): string => textOf(value) ?? '';
