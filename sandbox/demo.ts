/*
 * The people, addresses and mishaps of examples/payouts.csv. Other account numbers work as well: their
 * holders are made up from bank code and number.
 */

export interface DemoAccount {
	bankName: string;
	bankCode: string;
	accountNumber: string;
	accountName: string;
	state: 'open' | 'closed' | 'failing';
}

const GTB = { bankName: 'Guaranty Trust Bank', bankCode: '000013' };
const ACCESS = { bankName: 'Access Bank', bankCode: '000014' };
const ZENITH = { bankName: 'Zenith Bank', bankCode: '000015' };
const UBA = { bankName: 'United Bank for Africa', bankCode: '000004' };
const KUDA = { bankName: 'Kuda Microfinance Bank', bankCode: '090267' };

/** Bank accounts that every sandbox has. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
	{ ...GTB, accountNumber: '0123456789', accountName: 'ADAEZE CHIOMA OKAFOR', state: 'open' },
	{ ...ACCESS, accountNumber: '0234567890', accountName: 'IBRAHIM MUSA BELLO', state: 'open' },
	{ ...ZENITH, accountNumber: '1023456789', accountName: 'NGOZI GRACE EZE', state: 'open' },
	{ ...UBA, accountNumber: '2034567891', accountName: 'LAGOON OFFICE SUPPLIES LTD', state: 'open' },
	{ ...KUDA, accountNumber: '2045678912', accountName: 'YETUNDE AYO ADEBAYO', state: 'open' },
	{ ...ACCESS, accountNumber: '0345678901', accountName: 'EMEKA PETER NWOSU', state: 'open' },
	{ ...ZENITH, accountNumber: '1034567890', accountName: 'FATIMA SANI DANJUMA', state: 'closed' },
	{ ...GTB, accountNumber: '0456789012', accountName: 'TUNDE KOLA BALOGUN', state: 'failing' },
];

/** A made-up USDT address on each network, of the form that a wallet has; never to be paid outside of a sandbox. */
export const DEMO_ADDRESSES = {
	trc20: 'TCjXnPfPSijzz9cqumV6auM1eoCwMmsJtF',
	erc20: '0x13Fb0EE3B64765a2a811C55f0E3c9Dc0371837aA',
	plasma: '0xDF2a8aC17B8E4067Dd4D262eD668d0A9C585Ee24',
	solana: '4dtMkeTtHznQM8wB2nJAxasrbcpZZAM1so1g7G3YCZ2P',
	polygon: '0xE7A6ba4B2f2420887b85A08290BFf9AE3c9F440a',
} as const;

/** The made-up Lightning node whose invoices the sandbox makes if no other is named. */
export const DEMO_NODE = 'demo';

/** A Tron address with one letter mistyped: its checksum does not hold. */
export const DEMO_INVALID_ADDRESS = 'TCjXnPfPSijzz9cqumV6auM1eoCwMmsJtG';
