// The parts of Google Sheets that n8n's nodes use: a service account, Drive's list and export, and sheets with Google's quota.
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { workbookOf } from './workbook.mjs';

/** @typedef {string | number | boolean} Cell */
/** @typedef {{title: string, sheetId: number, rows: Cell[][]}} Tab */
/** @typedef {{row?: number, column?: number}} Corner */

/** At most this many reads, and as many writes, per user and minute; https://developers.google.com/workspace/sheets/api/limits */
const quota = 60;
const token = 'ya29.of-the-test';
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const email = 'n8n@project.iam.gserviceaccount.com';

/** The index of a column, from 0. @param {string} letters such as `A` or `AB` */
const columnOf = (letters) => [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;
/** @param {string} text such as `B7`, `B` or `7` @returns {Corner} from 0 */
function cornerOf(text) {
	const [, letters = '', digits = ''] = /^([A-Z]*)(\d*)$/.exec(text) ?? [];
	return {
		...(letters === '' ? {} : { column: columnOf(letters) }),
		...(digits === '' ? {} : { row: Number(digits) - 1 }),
	};
}

/** A number as a column with a number format shows it: with thousands separators. @param {Cell} cell */
const formatted = (cell) =>
	typeof cell === 'number' ? cell.toLocaleString('en', { minimumFractionDigits: 2 }) : String(cell);

/** What Google stores when a person types a value: a formula is calculated, and digits become a number. @param {Cell} cell */
const typed = (cell) => {
	if (typeof cell !== 'string') return cell;
	if (cell.startsWith('=')) return '#ERROR!';
	return /^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
};

/** @param {string} text */
const decoded = (text) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));

export function startGoogle() {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	/** @type {Map<string, {name: string, tabs: Tab[]}>} */
	const documents = new Map();
	/** Every call to Sheets that was answered. @type {Array<{kind: 'read' | 'write', path: string, status: number, at: number}>} */
	const calls = [];
	let refusals = 0;

	/** @param {{tabs: Tab[]}} document @param {string} range such as `'My sheet'!A2:C` */
	function located({ tabs }, range) {
		const [, quoted, plain = '', cells = ''] = /^(?:'(.*)'|([^!]*))(?:!(.*))?$/.exec(range) ?? [];
		const tab = tabs.find(({ title }) => title === (quoted ?? plain));
		const [from = '', to = from] = cells.split(':');
		return tab && { tab, start: cornerOf(from), end: cornerOf(to) };
	}

	/** @param {Tab} tab @param {Corner} start @param {Cell[][]} values @param {boolean} asTyped */
	function put({ rows }, { row: top = 0, column: left = 0 }, values, asTyped) {
		values.forEach((cells, down) => {
			while (rows.length <= top + down) rows.push([]);
			const row = rows[top + down] ?? [];
			cells.forEach((cell, right) => {
				while (row.length <= left + right) row.push('');
				// null leaves a cell as it is.
				if (cell !== null) row[left + right] = asTyped ? typed(cell) : cell;
			});
		});
	}

	/** The cells of a range, without empty rows and cells at the end. @param {NonNullable<ReturnType<typeof located>>} place @param {boolean} asShown */
	function read({ tab, start, end }, asShown) {
		const rows = tab.rows
			.slice(start.row ?? 0, (end.row ?? tab.rows.length) + 1)
			.map((row) => row.slice(start.column ?? 0, (end.column ?? row.length) + 1))
			.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
			.map((row) => row.map((cell) => (asShown ? formatted(cell) : cell)));
		return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
	}

	/** @param {string} path @param {string} method @param {URLSearchParams} query @param {any} body @returns {import('./behindProxy.mjs').Answer} */
	function sheets(path, method, query, body) {
		const [, id = '', rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? [];
		const document = documents.get(id);
		if (!document) return { status: 404, body: { error: { code: 404, message: 'Requested entity was not found.' } } };
		if (rest === '')
			return { body: { sheets: document.tabs.map(({ title, sheetId }) => ({ properties: { title, sheetId } })) } };
		if (rest === ':batchUpdate') return { body: { replies: body.requests.map(() => ({})) } };
		if (rest === '/values:batchUpdate') {
			for (const { range, values } of body.data) {
				const place = located(document, range);
				if (place) put(place.tab, place.start, values, body.valueInputOption !== 'RAW');
			}
			return { body: { totalUpdatedCells: body.data.length } };
		}
		const [, range = '', appends] = /^\/values\/(.*?)(:append)?$/.exec(decodeURIComponent(rest)) ?? [];
		const place = located(document, range);
		if (!place) return { status: 400, body: { error: { code: 400, message: `Unable to parse range: ${range}` } } };
		if (method === 'GET')
			return { body: { range, values: read(place, query.get('valueRenderOption') === 'FORMATTED_VALUE') } };
		const start = appends ? { row: read({ ...place, start: {}, end: {} }, false).length } : place.start;
		put(place.tab, start, body.values, query.get('valueInputOption') !== 'RAW');
		return { body: { updates: { updatedRows: body.values.length } } };
	}

	/** The answer to a request for a token: a token if the request is signed with the service account's key. @param {string} form @returns {import('./behindProxy.mjs').Answer} */
	function tokenFor(form) {
		const [head = '', claims = '', signature = ''] = (new URLSearchParams(form).get('assertion') ?? '').split('.');
		const isSigned = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url');
		const isOurs =
			isSigned && decoded(claims).iss === email && /\/auth\/(spreadsheets|drive)/.test(decoded(claims).scope);
		return isOurs
			? { body: { access_token: token, expires_in: 3599 } }
			: { status: 400, body: { error: 'invalid_grant' } };
	}

	/** @type {import('./behindProxy.mjs').Service} */
	function answerSheets({ method, path, query, headers, text }) {
		if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { error: { code: 401 } } };
		const kind = method === 'GET' ? 'read' : 'write';
		const recent = calls.filter((call) => call.kind === kind && call.at > Date.now() - 60_000).length;
		const isTooMany = recent >= quota || refusals-- > 0;
		const answer = isTooMany
			? {
					status: 429,
					body: { error: { code: 429, message: 'Quota exceeded for quota metric', status: 'RESOURCE_EXHAUSTED' } },
				}
			: sheets(path, method, query, JSON.parse(text || '{}'));
		calls.push({ kind, path, status: answer.status ?? 200, at: Date.now() });
		return answer;
	}

	/** Drive's answer: the list of all files, one file's name and type, or a sheet exported as a workbook. @type {import('./behindProxy.mjs').Service} */
	function answerDrive({ path, query }) {
		const [, id = '', isExport] = /^\/drive\/v3\/files\/([\w-]+)(\/export)?$/.exec(path) ?? [];
		const document = documents.get(id);
		if (document && isExport)
			return query.get('mimeType') === workbook ? { body: workbookOf(document.tabs) } : { status: 400, body: {} };
		if (document) return { body: { name: document.name, mimeType: 'application/vnd.google-apps.spreadsheet' } };
		const files = [...documents].map(([key, { name }]) => ({
			id: key,
			name,
			webViewLink: `https://docs.google.com/spreadsheets/d/${key}/edit`,
		}));
		return { body: path === '/drive/v3/files' ? { files } : {} };
	}

	return {
		/** For n8n's credential of the type `googleApi`. */
		credential: { email, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
		calls,
		/** Refuses the next `count` calls, as Google does when the quota is used up. @param {number} count */
		refuse: (count) => void (refusals = count),
		/** A new sheet with one page, as somebody has typed it. @param {string} id @param {string} title @param {Cell[][]} rows */
		share(id, title, rows) {
			const tab = { title, sheetId: 0, rows: rows.map((row) => [...row]) };
			documents.set(id, { name: id, tabs: [tab] });
			return { url: `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`, rows: tab.rows };
		},
		/** @type {Record<string, import('./behindProxy.mjs').Service>} */
		services: {
			'oauth2.googleapis.com': ({ text }) => tokenFor(text),
			'sheets.googleapis.com': answerSheets,
			'www.googleapis.com': answerDrive,
		},
	};
}
