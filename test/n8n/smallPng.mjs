// Makes screenshots small: n8n's editor has few colours, and a PNG with a palette is a third of one without.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const end = chunk('IEND', Buffer.alloc(0));
const paletteSize = 96;
/** A colour that is nearer than this to a palette colour is drawn in the palette colour. */
const nearest = 14;

/**
 * Reduces a picture to its `paletteSize` most frequent colours. Each other colour becomes the nearest of these.
 *
 * @param {Buffer} png 8 bits per channel, RGB or RGBA, not interlaced, as browsers write them
 */
export function smallPng(png) {
	const picture = decoded(png);
	const { colours, indexOf } = paletteOf([picture]);
	return Buffer.concat([
		signature,
		header(picture),
		colours,
		chunk('IDAT', packed(picture, wholeOf(picture), indexOf)),
		end,
	]);
}

/**
 * Makes a moving picture (APNG) that repeats for ever. Of each frame after the first, only the changed part is stored.
 *
 * @param {Array<{png: Buffer, ms: number}>} frames all of one size; `ms`: how long a frame is shown
 */
export function movingPng(frames) {
	const pictures = frames.map(({ png, ms }) => ({ ...decoded(png), ms }));
	const [first] = pictures;
	if (first === undefined) throw new Error('There is no picture.');
	const { colours, indexOf } = paletteOf(pictures);
	const parts = pictures.map((picture, index) => {
		const before = pictures[index - 1];
		return { picture, box: before === undefined ? wholeOf(picture) : changed(before, picture) };
	});
	const animation = Buffer.alloc(8);
	animation.writeUInt32BE(parts.length, 0);
	let sequence = 0;
	const chunks = parts.flatMap(({ picture, box }, index) => {
		const control = frameControl(sequence++, box, picture.ms);
		const data = packed(picture, box, indexOf);
		if (index === 0) return [control, chunk('IDAT', data)];
		const number = Buffer.alloc(4);
		number.writeUInt32BE(sequence++);
		return [control, chunk('fdAT', Buffer.concat([number, data]))];
	});
	return Buffer.concat([signature, header(first), chunk('acTL', animation), colours, ...chunks, end]);
}

/** @typedef {{width: number, height: number, pixels: Uint32Array}} Picture pixels as 0xRRGGBB */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** @param {Picture} picture @returns {Box} */
const wholeOf = ({ width, height }) => ({ left: 0, top: 0, width, height });

/** The smallest box with all pixels in which two pictures differ; one pixel if they are equal. @param {Picture} before @param {Picture} now @returns {Box} */
function changed(before, now) {
	let [left, top, right, bottom] = [now.width, now.height, -1, -1];
	for (let y = 0; y < now.height; y++) {
		for (let x = 0; x < now.width; x++) {
			if (before.pixels[y * now.width + x] === now.pixels[y * now.width + x]) continue;
			left = Math.min(left, x);
			right = Math.max(right, x);
			top = Math.min(top, y);
			bottom = y;
		}
	}
	return right < 0
		? { left: 0, top: 0, width: 1, height: 1 }
		: { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** @param {Picture[]} pictures */
function paletteOf(pictures) {
	/** @type {Map<number, number>} */
	const counts = new Map();
	for (const { pixels } of pictures) for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
	const byCount = [...counts]
		.sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
		.map(([pixel]) => pixel);
	/** @type {number[]} */
	const palette = [];
	for (const pixel of byCount) {
		if (palette.length === paletteSize) break;
		if (palette.every((one) => distance(one, pixel) >= nearest)) palette.push(pixel);
	}
	const indexOf = new Map(byCount.map((pixel) => [pixel, closest(palette, pixel)]));
	const bytes = Buffer.from(palette.flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]));
	return { colours: chunk('PLTE', bytes), indexOf };
}

/** The pixels of a part of a picture, compressed: row by row, as indices of palette colours. @param {Picture} picture @param {Box} box @param {Map<number, number>} indexOf */
function packed({ width, pixels }, box, indexOf) {
	const rows = Buffer.alloc((box.width + 1) * box.height);
	for (let y = 0; y < box.height; y++) {
		for (let x = 0; x < box.width; x++) {
			const pixel = pixels[(box.top + y) * width + box.left + x] ?? 0;
			rows[y * (box.width + 1) + 1 + x] = indexOf.get(pixel) ?? 0;
		}
	}
	return deflateSync(rows, { level: 9, memLevel: 9 });
}

/** @param {Picture} picture */
function header({ width, height }) {
	const data = Buffer.alloc(13);
	data.writeUInt32BE(width, 0);
	data.writeUInt32BE(height, 4);
	data.set([8, 3, 0, 0, 0], 8);
	return chunk('IHDR', data);
}

/** @param {number} sequence @param {Box} box @param {number} ms */
function frameControl(sequence, { left, top, width, height }, ms) {
	const data = Buffer.alloc(26);
	[sequence, width, height, left, top].forEach((value, index) => data.writeUInt32BE(value, index * 4));
	data.writeUInt16BE(ms, 20);
	data.writeUInt16BE(1000, 22);
	return chunk('fcTL', data);
}

/** @param {number} a @param {number} b */
const distance = (a, b) =>
	Math.hypot((a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255));

/** @param {number[]} palette @param {number} pixel */
function closest(palette, pixel) {
	let best = 0;
	palette.forEach((one, index) => {
		if (distance(one, pixel) < distance(palette[best] ?? 0, pixel)) best = index;
	});
	return best;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const check = Buffer.alloc(4);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, check]);
}

/** @param {Buffer} png @returns {Picture} */
function decoded(png) {
	const width = png.readUInt32BE(16);
	const height = png.readUInt32BE(20);
	const channels = png[25] === 6 ? 4 : 3;
	/** @type {Buffer[]} */
	const parts = [];
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
			parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
	}
	const raw = inflateSync(Buffer.concat(parts));
	const stride = width * channels;
	const pixels = new Uint32Array(width * height);
	let above = new Uint8Array(stride);
	for (let y = 0; y < height; y++) {
		const filter = raw[y * (stride + 1)] ?? 0;
		const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
		for (let x = 0; x < stride; x++) {
			const left = x < channels ? 0 : (row[x - channels] ?? 0);
			const up = above[x] ?? 0;
			const upLeft = x < channels ? 0 : (above[x - channels] ?? 0);
			row[x] = (row[x] ?? 0) + predicted(filter, left, up, upLeft);
		}
		for (let x = 0; x < width; x++) {
			const at = x * channels;
			pixels[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0);
		}
		above = row;
	}
	return { width, height, pixels };
}

/** The value that a PNG filter predicts for a byte (PNG specification, 9.2). @param {number} filter @param {number} left @param {number} up @param {number} upLeft */
function predicted(filter, left, up, upLeft) {
	if (filter === 1) return left;
	if (filter === 2) return up;
	if (filter === 3) return (left + up) >> 1;
	if (filter !== 4) return 0;
	const estimate = left + up - upLeft;
	const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((one) => Math.abs(estimate - one));
	if (toLeft <= toUp && toLeft <= toUpLeft) return left;
	return toUp <= toUpLeft ? up : upLeft;
}
