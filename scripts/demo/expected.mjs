/**
 * Rows of examples/payouts.csv that must not simply be paid: the outcome, why (a part of the reason), and how an accepted
 * payout ends. Rows that are not named here must be paid and settle.
 *
 * @type {Record<string, {outcome: string, because?: RegExp, settles?: 'SUCCESS' | 'FAILED'}>}
 */
export const exceptions = {
	'INV-2026-0416': { outcome: 'refused', because: /IBRAHIM MUSA BELLO/ },
	'INV-2026-0417': { outcome: 'refused', because: /account not found/i },
	'INV-2026-0418': { outcome: 'refused', because: /decimal/i },
	'INV-2026-0419': { outcome: 'refused', because: /insufficient/i },
	'INV-2026-0420': { outcome: 'paid', settles: 'FAILED' },
	'INV-2026-0423': { outcome: 'refused', because: /expired/i },
	'INV-2026-0424': { outcome: 'refused', because: /Maximum Amount/i },
	'INV-2026-0427': { outcome: 'refused', because: /Address/ },
};

/** @param {string} reference */
export const expectedOf = (reference) => exceptions[reference] ?? { outcome: 'paid', settles: 'SUCCESS' };
