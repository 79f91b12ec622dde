import { checkAddress, checkAddressForm, checkNetwork, NETWORKS } from '../../../nodes/core/payees/chainAddress';
import { base58check, decoded } from '../../../nodes/core/payees/chainAddress';
import { reasonOf, valueOf, withVersion } from '../../harness/results';
import { base58, bech32 } from '@scure/base';
import { checkOnChainAddress } from '../../../nodes/core/payees/chainAddress';

const EVM_NETWORKS = ['erc20', 'polygon', 'plasma'];

/** EIP-55, "Test Cases": all upper, all lower, normal. */
const EIP55 = [
	'0x52908400098527886E0F7030069857D2E4169EE7',
	'0x8617E340B3D01FA5F11F306F4090FD50E238070D',
	'0xde709f2102306220921060314715629080e2fb77',
	'0x27b1fdb04752bbc536007a920d24acb045561c26',
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
	'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
	'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
	'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

/** An exchange's wallet, and twenty bytes that are nearly a reserved address. */
const TRON = ['TJAAinkKN2h9KxtBZXw6SyL7HwCQXnzFsE', withVersion(0x41, 20)];

/** Wallets. */
const SOLANA = ['3yeTsDQNwNxyP65pMh82iS2xhPSeFfmhcx6uPkktjteS', 'DwAESrgXgVq2mKRnbRjLNLqPdFdPr9W5E5jAXzuK2sox'];

const BITCOIN = [
	'1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
	'3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX',
	'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
];

const INVOICE = `lnbc2500u1${'q'.repeat(60)}`;

describe('checkAddress', () => {
	it.each(EVM_NETWORKS.flatMap((network) => EIP55.map((address) => [network, address])))(
		'passes %s %s',
		(network, address) => {
			expect(valueOf(checkAddress(network, address))).toBe('checked');
		},
	);

	it.each(EVM_NETWORKS)('passes letters of one case on %s, which hold no checksum', (network) => {
		const digits = '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
		for (const address of [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
			expect(valueOf(checkAddress(network, address))).toBe('checked');
	});

	it.each(TRON)('passes trc20 %s', (address) => {
		expect(valueOf(checkAddress('trc20', address))).toBe('checked');
	});

	it.each(SOLANA)('passes solana %s', (address) => {
		expect(valueOf(checkAddress('solana', address))).toBe('checked');
	});

	it('does not check a network it does not know, and says so', () => {
		expect(valueOf(checkAddress('ton', 'anything'))).toBe('unknownNetwork');
		expect(valueOf(checkAddress('constructor', 'anything'))).toBe('unknownNetwork');
	});

	it('checks whatever the spelling of the network', () => {
		for (const network of [' TRC20 ', 'trc-20', 'Tron', 'TRC20 (Tron)'])
			expect(valueOf(checkAddress(network, TRON[0] ?? ''))).toBe('checked');
		expect(reasonOf(checkAddress('ERC20', '0x12'))).toBe('has 2 hexadecimal digits after 0x, not 40');
	});

	it.each([` ${TRON[0]}`, `${TRON[0]}\n`, 'TR7N HqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'])('refuses blanks (%p)', (address) => {
		expect(reasonOf(checkAddress('trc20', address))).toBe('contains spaces');
	});

	it.each([
		['trc20', `tron:${TRON[0]}?amount=5`],
		['polygon', 'eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
	])('refuses a link on %s, and says what to write', (network, link) => {
		expect(reasonOf(checkAddress(network, link))).toBe('holds a colon, as a link does; write the address alone');
	});

	it.each([
		['trc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ERC20 (Ethereum)'],
		['solana', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'ERC20 (Ethereum)'],
		['erc20', TRON[0], 'TRC20 (Tron)'],
		['solana', TRON[0], 'TRC20 (Tron)'],
		['polygon', SOLANA[0], 'Solana'],
		['trc20', SOLANA[1], 'Solana'],
		[' erc20 ', TRON[0], 'TRC20 (Tron)'],
	])('names the network it is of: %s %s', (network, address, own) => {
		const reason = `is an address of ${own}, but 'Network' is ${network.trim()}`;
		expect(reasonOf(checkAddress(network, address ?? ''))).toBe(reason);
	});

	it.each([BITCOIN[0], BITCOIN[2], INVOICE, `${EIP55[4]}!`])('takes %s for no other network', (text) => {
		expect(reasonOf(checkAddress('solana', text ?? ''))).toMatch(/^is not a Solana address/);
	});

	it.each([
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'has a wrong checksum or length: a character was mistyped or is missing'],
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'has a wrong checksum or length: a character was mistyped or is missing'],
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t', "holds characters that a Tron address can't have"],
		[`T${'1'.repeat(64)}`, "holds characters that a Tron address can't have"],
		['tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'is not a Tron address, which starts with T'],
		['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'is not a Tron address, which starts with T'],
	])('refuses the Tron address %s', (address, reason) => {
		expect(reasonOf(checkAddress('trc20', address))).toBe(reason);
	});

	it.each([
		['20 bytes', withVersion(0x41, 19)],
		['22 bytes', withVersion(0x41, 21)],
		['the version before', withVersion(0x40, 20)],
		['the version after', withVersion(0x42, 20)],
	])('refuses %s with a right checksum', (_, address) => {
		expect(reasonOf(checkAddress('trc20', address))).toMatch(/^is not a Tron address/);
	});

	it.each(EVM_NETWORKS)('refuses a wrong checksum, length or form on %s', (network) => {
		const wrong = {
			'has a wrong EIP-55 checksum: a character was mistyped, or its upper and lower case was changed': [
				'0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
				'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee',
			],
			'has 39 hexadecimal digits after 0x, not 40': ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
			'has 41 hexadecimal digits after 0x, not 40': ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd'],
			'has 0 hexadecimal digits after 0x, not 40': ['0x'],
			'is not 0x followed by 40 hexadecimal digits': [
				'5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
				'0X52908400098527886E0F7030069857D2E4169EE7',
				'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
				'vitalik.eth',
			],
		};
		for (const [reason, addresses] of Object.entries(wrong))
			expect(addresses.map((address) => reasonOf(checkAddress(network, address)))).toEqual(addresses.map(() => reason));
	});

	it.each([
		['1111111111111111111111111111111', 'is not a Solana address, which holds 32 bytes, not 31'],
		['111111111111111111111111111111111', 'is not a Solana address, which holds 32 bytes, not 33'],
		['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8Benw', 'is not a Solana address, which holds 32 bytes, not 30'],
		[
			'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNY0',
			"is not a Solana address: it holds characters that base58 can't have, or is too long",
		],
		['1'.repeat(65), "is not a Solana address: it holds characters that base58 can't have, or is too long"],
	])('refuses the Solana address %s', (address, reason) => {
		expect(reasonOf(checkAddress('solana', address))).toBe(reason);
	});

	it.each([
		// Wallets, each with its USDT account.
		['3yeTsDQNwNxyP65pMh82iS2xhPSeFfmhcx6uPkktjteS', 'DyWEDBPevGi6brwqxxEjX6ZoixxjyQMhPU89ZzDT2XHj'],
		['DwAESrgXgVq2mKRnbRjLNLqPdFdPr9W5E5jAXzuK2sox', 'vazkj5B5WQU8skdAb9g64cv3fgVcKzK7VcM6r3ET1h8'],
		['F4hY8m6aK4FRdzdEvHwDxQMkp1m6YNSn7wPCtd5Ydox5', '4maZBzmVwRzf6xFh9kjKvdJDeaJkzd25eyoEUk74W9zj'],
	])('passes the wallet %s, and not its token account %s', (wallet, tokenAccount) => {
		expect(valueOf(checkAddress('solana', wallet))).toBe('checked');
		expect(reasonOf(checkAddress('solana', tokenAccount))).toBe(
			"is not a wallet's own address, but a token account's or a program's, so the money could be lost",
		);
		expect(valueOf(checkAddressForm('solana', tokenAccount))).toBe('checked');
	});
});

const contractOf = (token: string) => `is the ${token} token's own contract, so anything sent there is lost`;
const TOKEN = contractOf('USDT');
const USDC = contractOf('USDC');
const WETH = contractOf('WETH');
const NOBODY = 'is an address to which nobody has the key, so anything sent there is lost';
const PROGRAM = "is one of Solana's own programs, so anything sent there is lost";

describe('addresses where money is lost', () => {
	const evm = [
		['the zero address', '0x0000000000000000000000000000000000000000', NOBODY],
		['dEaD', '0x000000000000000000000000000000000000dEaD', NOBODY],
		['a precompiled contract', '0x0000000000000000000000000000000000000001', NOBODY],
		["Polygon's own contracts", '0x0000000000000000000000000000000000001010', NOBODY],
		['USDT on Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', TOKEN],
		['USDT on Polygon', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', TOKEN],
		['USDT0 on Plasma', '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb', TOKEN],
		['USDT on Avalanche', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', TOKEN],
		['USDT0 on Arbitrum', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', TOKEN],
		['USDT that is bridged to BNB Chain', '0x55d398326f99059fF775485246999027B3197955', TOKEN],
		['USDT that is bridged to Base', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', TOKEN],
		['USDC on Ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', USDC],
		['USDC on Polygon', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', USDC],
		['USDC on Base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', USDC],
		['USDC that was bridged to Polygon', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', USDC],
		['WETH on Ethereum', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', WETH],
		['WETH on Polygon', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', WETH],
		['WETH on Base', '0x4200000000000000000000000000000000000006', WETH],
	] as const;
	const everywhere = EVM_NETWORKS.flatMap((network) =>
		evm.map(([what, address, reason]) => [network, what, address, reason] as const),
	);

	it.each(everywhere)('%s: %s is refused in any letter case', (network, _, address, reason) => {
		const digits = address.slice(2);
		for (const written of [digits, digits.toLowerCase(), digits.toUpperCase()]) {
			expect(reasonOf(checkAddress(network, `0x${written}`))).toBe(reason);
		}
	});

	it.each([
		['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', TOKEN],
		['trc20', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', USDC],
		['trc20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', NOBODY],
		['trc20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', NOBODY],
		['solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', TOKEN],
		['solana', 'BQcdHdAQW1hczDbBi9hiegXAR7A98Q9jx3X3iBBBDiq4', TOKEN],
		['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', USDC],
		['solana', 'So11111111111111111111111111111111111111112', contractOf('wrapped SOL')],
		['solana', '1nc1nerator11111111111111111111111111111111', NOBODY],
		['solana', '11111111111111111111111111111111', PROGRAM],
		['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', PROGRAM],
		['solana', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', PROGRAM],
		['solana', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', PROGRAM],
	])('%s: %s is refused', (network, address, reason) => {
		expect(reasonOf(checkAddress(network, address))).toBe(reason);
	});

	/** Addresses as Circle, Optimism and explorers publish them: a wrong digit in our list fails the checksum. */
	const printed = {
		USDC: `B97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E af88d065e77c8cC2239327C5EDb3A432268e5831
			0b2C639c533813f4Aa9D7837CAf62653d097Ff85 cebA9300f2b948710d2653dD7B07f33A8B32118C
			176211869cA2b568f2A7D4EE941E073a821EE1ff 1d17CBcF0D6D143135aE902365D2E5e2A16538D4
			078D782b760474a361dDA0AF3839290b0EF57AD6 29219dd400f2Bf60E5a23d13Be72B486D4038894
			79A02482A880bCE3F13e09Da970dC34db4CD24d1 b88339CB7199b77E23DB6E890353E22632Ba630f
			2D270e6886d130D724215A266106e6832161EAEd fA2958CB79b0491CC627c1557F441eF849Ca8eb1
			222365EF19F7947e5484218551B56bb3965Aa7aF 754704Bc059F8C67012fEd69BC8A327a5aafb603
			FF970A61A04b1cA14834A43f5dE4533eBDDB5CC8 7F5c764cBc14f9669B88837ca1490cCa17c31607
			A7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664 d9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA
			8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d DDAfbb505ad214D7b80b1f830fcCc89B60fb7A83`,
		WETH: '82aF49447D8a07e3bd95BD0d56f35241523fBab1 49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB',
	};

	it.each(Object.entries(printed))('the contracts of %s on other chains are refused', (token, addresses) => {
		const reasons = addresses.split(/\s+/).map((digits) => reasonOf(checkAddress('erc20', `0x${digits}`)));
		expect(new Set(reasons)).toEqual(new Set([contractOf(token)]));
	});

	it.each([
		'0x0000000000000000000000000000000000010000',
		'0x0000000000000000000000000000000001000000',
		'0xdac17f958d2ee523a2206206994597c13d831ec8',
	])('%s, which is close to one, passes', (address) => {
		expect(valueOf(checkAddress('erc20', address))).toBe('checked');
	});

	it('on another network are named as what they are', () => {
		expect(reasonOf(checkAddress('solana', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'))).toBe(
			"is an address of TRC20 (Tron), but 'Network' is solana",
		);
	});
});

describe('checkNetwork', () => {
	it.each([
		['TRC-20', 'trc20'],
		['TRC20', 'trc20'],
		['trc 20', 'trc20'],
		['Tron', 'trc20'],
		['TRX', 'trc20'],
		['TRC20 (Tron)', 'trc20'],
		['USDT-TRC20', 'trc20'],
		['ERC-20', 'erc20'],
		['ethereum', 'erc20'],
		['ETH', 'erc20'],
		['Erc20', 'erc20'],
		['matic', 'polygon'],
		['Polygon PoS', 'polygon'],
		['POL', 'polygon'],
		['SOL', 'solana'],
		['Solana', 'solana'],
		['SPL', 'solana'],
		['XPL', 'plasma'],
		['PLASMA', 'plasma'],
		[' trc20', 'trc20'],
		['\uff54\uff52\uff43\uff12\uff10', 'trc20'],
	])('%s is %s', (written, right) => {
		expect(reasonOf(checkNetwork(written))).toBe(`must be written "${right}", but is "${written}"`);
	});

	it.each(NETWORKS.map(({ value }) => value))('takes %s', (value) => {
		expect(valueOf(checkNetwork(value))).toBe('known');
	});

	it.each(['ton', 'bep20', 'BSC', 'arbitrum', 'avaxc', 'constructor', '', '-'])(
		'leaves %p to the service',
		(network) => {
			expect(valueOf(checkNetwork(network))).toBe('unknown');
		},
	);

	it('knows no word for two networks', () => {
		const words = NETWORKS.flatMap(({ value, spellings }) => [value, ...spellings]);
		expect(new Set(words).size).toBe(words.length);
	});
});

describe('base58', () => {
	it('is read up to the length of the longest address, and never without a character', () => {
		expect(decoded('1'.repeat(64), base58)).toHaveLength(64);
		expect(decoded('1'.repeat(65), base58)).toBeNull();
		expect([decoded('', base58), decoded('', base58check)]).toEqual([null, null]);
	});
});

/** BIP 350, "Test vectors for v0-v16 native segregated witness addresses", versions 0 and 1 with 20 or 32 bytes. */
const MAIN = [
	'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
	'1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
	'1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
	'3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX',
	// Contains tB1, like the start of a segwit address, but isn't one.
	'1B7zoLzbYvCLLyRLHMyPtW7gAF2ZhgtB1Y',
];
const TEST = [
	'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
	'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
	'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
	'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
	'mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP',
	'2NCefBbdbkb9sxfEHW3UbU3VQPVwWBa25YB',
];

const NO_BITCOIN = 'is not a Bitcoin address, or a character was mistyped or is missing';
const MISTYPED = 'is not a valid Bitcoin address: a character was mistyped or is missing, or its case is mixed';

describe('checkOnChainAddress', () => {
	it.each(MAIN)('passes %s on live and custom only', (address) => {
		expect(valueOf(checkOnChainAddress(` ${address} `, 'live'))).toBe(address);
		expect(valueOf(checkOnChainAddress(address, 'custom'))).toBe(address);
		expect(reasonOf(checkOnChainAddress(address, 'staging'))).toBe(
			'is an address of the Bitcoin main network, but the deployment is staging',
		);
	});

	it.each(TEST)('passes %s on staging and custom only', (address) => {
		expect(valueOf(checkOnChainAddress(address, 'staging'))).toBe(address);
		expect(valueOf(checkOnChainAddress(address, 'custom'))).toBe(address);
		expect(reasonOf(checkOnChainAddress(address, 'live'))).toBe(
			'is an address of a test network, but the deployment is live',
		);
	});

	it.each([
		// BIP 350, invalid addresses, in its order.
		['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', NO_BITCOIN],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'has the checksum of another witness version'],
		['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'has witness version 2, which is not in use'],
		['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'has witness version 16, which is not in use'],
		['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'has the checksum of another witness version'],
		['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'has the checksum of another witness version'],
		['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', MISTYPED],
		['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'has witness version 17, which is not in use'],
		['bc1pw5dgrnzv', 'holds 1 bytes, not 32'],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'holds 41 bytes, not 32'],
		['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'holds 16 bytes, not 20 or 32'],
		['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', MISTYPED],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'is not a valid Bitcoin address'],
		['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'is not a valid Bitcoin address'],
		['bc1gmk9yu', 'is not a valid Bitcoin address'],
		// BIP 350 knows these as valid, but nobody can spend from them.
		['BC1SW50QGDZ25J', 'has witness version 16, which is not in use'],
		['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'has witness version 2, which is not in use'],
		['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'holds 40 bytes, not 32'],
	])('refuses %s: %s', (address, reason) => {
		expect(reasonOf(checkOnChainAddress(address, 'custom'))).toBe(reason);
	});

	it('refuses a prefix that only begins like one of Bitcoin', () => {
		const words = [0, ...bech32.toWords(new Uint8Array(20))];
		expect(valueOf(checkOnChainAddress(bech32.encode('bc', words), 'live'))).toContain('bc1q');
		expect(reasonOf(checkOnChainAddress(bech32.encode('bc1bc', words), 'live'))).toBe('is not a valid Bitcoin address');
	});

	it.each<[string, string]>([
		['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', NO_BITCOIN],
		['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'is an address of another currency, not of Bitcoin'],
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'is an address of another currency, not of Bitcoin'],
		['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'is an address of another currency, not of Bitcoin'],
		['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', NO_BITCOIN],
		['ada@example.com', NO_BITCOIN],
		[withVersion(0, 19), 'is an address of another currency, not of Bitcoin'],
		[withVersion(5, 21), 'is an address of another currency, not of Bitcoin'],
		[withVersion(0x80, 20), 'is an address of another currency, not of Bitcoin'],
	])('refuses %p: %s', (address, reason) => {
		expect(reasonOf(checkOnChainAddress(address, 'live'))).toBe(reason);
	});
});
