/** The picture in docs/why/bench.md: how long a person waits. */
import { counted } from './report';

export interface Panel {
	readonly payees: number;
	readonly bars: readonly Bar[];
}

export interface Bar {
	readonly label: string;
	readonly seconds: number;
	/** Whether references and names are looked after. */
	readonly isProtected: boolean;
}

const WIDTH = 760;
const LEFT = 230;
const RIGHT = 90;
const BAR = 20;
const GAP = 8;
const HEAD = 30;
const TOP = 60;
const BELOW = 22;
const COLOURS = { isProtected: '#2f6f4f', unprotected: '#b5b5b5', text: '#1f2328', quiet: '#59636e' };

/** Each panel has a scale of its own: what is compared are the ways to pay the same payees. */
export function chart(panels: readonly Panel[], caption: string): string {
	let y = TOP;
	const parts: string[] = [];
	for (const panel of panels) {
		parts.push(text(16, y + 16, `${counted(panel.payees)} payees`, 'font-weight="600"'));
		y += HEAD;
		const most = Math.max(...panel.bars.map(({ seconds }) => seconds));
		for (const bar of panel.bars) {
			parts.push(barAt(bar, most, y));
			y += BAR + GAP;
		}
		y += BELOW;
	}
	const height = y + 10;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(caption)}" font-family="system-ui, sans-serif" font-size="13">`,
		`<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
		text(16, 24, caption, `fill="${COLOURS.quiet}"`),
		key(),
		...parts,
		'</svg>',
		'',
	].join('\n');
}

function key(): string {
	const square = (x: number, colour: string) => `<rect x="${x}" y="36" width="10" height="10" fill="${colour}"/>`;
	return [
		square(16, COLOURS.isProtected),
		text(32, 45, 'payout reference and name enquiry', `fill="${COLOURS.quiet}" font-size="12"`),
		square(250, COLOURS.unprotected),
		text(266, 45, 'nothing is checked', `fill="${COLOURS.quiet}" font-size="12"`),
	].join('\n');
}

function barAt({ label, seconds, isProtected }: Bar, most: number, y: number): string {
	const width = Math.max(2, ((WIDTH - LEFT - RIGHT) * seconds) / most);
	const colour = isProtected ? COLOURS.isProtected : COLOURS.unprotected;
	return [
		text(LEFT - 10, y + 15, label, 'text-anchor="end"'),
		`<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${colour}"/>`,
		text(LEFT + width + 8, y + 15, waited(seconds), ''),
	].join('\n');
}

/** Seconds as a person says them. */
export function waited(seconds: number): string {
	if (seconds >= 90) {
		const whole = Math.round(seconds);
		return `${Math.floor(whole / 60)} min ${whole % 60} s`;
	}
	return seconds >= 10 ? `${Math.round(seconds)} s` : `${seconds.toFixed(1)} s`;
}

function text(x: number, y: number, content: string, more: string): string {
	const colour = more.includes('fill=') ? '' : ` fill="${COLOURS.text}"`;
	return `<text x="${x.toFixed(1)}" y="${y}"${colour} ${more}>${escape(content)}</text>`.replace(' >', '>');
}

const escape = (content: string) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
