// A mail server that keeps what it gets, and a person who reads it.
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { harness } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/** n8n turns away what calls itself a robot. */
const browser = {
	...ownConnection,
	'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};

/** What the forms of the examples ask for: n8n's credential *Basic Auth*. */
export const formPassword = { user: 'accounts', password: 'the password of the forms' };

/** The header with which a browser opens such a form. */
export const signedIn = {
	authorization: `Basic ${Buffer.from(`${formPassword.user}:${formPassword.password}`).toString('base64')}`,
};

/**
 * @typedef {{to: string, subject: string, text: string, html: string, files: Array<{name: string, text: string, bytes: Buffer}>}} Mail
 *   `text` is what can be read, on one line
 */

/** An SMTP server on this machine, without encryption or passwords; every mail is taken. */
export async function startMailServer() {
	await ensureHarness(undefined, 'newest');
	const { simpleParser } = createRequire(join(harness, 'package.json'))('mailparser');
	/** @type {Mail[]} */
	const mails = [];
	const server = createServer((socket) => {
		let input = '';
		let inData = false;
		const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
		const take = async (/** @type {string} */ source) => {
			const parsed = await simpleParser(source);
			const html = typeof parsed.html === 'string' ? parsed.html : '';
			mails.push({
				to: parsed.to?.text ?? '',
				subject: parsed.subject ?? '',
				text: (parsed.text ?? '').replace(/\s+/g, ' '),
				html,
				files: parsed.attachments.map((/** @type {any} */ { filename, content }) => ({
					name: filename,
					text: content.toString('utf8'),
					bytes: content,
				})),
			});
			say('250 taken');
		};
		const command = (/** @type {string} */ line) => {
			const verb = line.slice(0, 4).toUpperCase();
			if (verb === 'DATA') {
				inData = true;
				say('354 go on');
			} else if (verb === 'QUIT') {
				say('221 bye');
				socket.end();
			} else say('250 ok');
		};
		socket.setEncoding('utf8');
		socket.on('error', () => socket.destroy());
		socket.on('data', (chunk) => {
			input += chunk;
			for (;;) {
				const end = inData ? '\r\n.\r\n' : '\r\n';
				const at = input.indexOf(end);
				if (at < 0) return;
				const part = input.slice(0, at);
				input = input.slice(at + end.length);
				if (inData) {
					inData = false;
					void take(part.replace(/^\.\./gm, '.'));
				} else command(part);
			}
		});
		say('220 mail.example.com');
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = /** @type {import('node:net').AddressInfo} */ (server.address());

	return {
		/** For n8n's credential of the type `smtp`. */
		credential: { host: '127.0.0.1', port: address.port, secure: false, disableStartTls: true, user: '', password: '' },
		/** Everything so far. */
		mails,
		/**
		 * Takes the first mail out whose subject fits, and waits for it.
		 *
		 * @param {RegExp} subject @returns {Promise<Mail>}
		 */
		async next(subject) {
			const found = await waitFor(
				`a mail about ${subject}`,
				async () => mails.find((mail) => subject.test(mail.subject)),
				{ everyMs: 50, orElse: () => `There are: ${mails.map((mail) => mail.subject).join('; ')}` },
			);
			mails.splice(mails.indexOf(found), 1);
			return found;
		},
		stop: () => new Promise((settle) => server.close(() => settle(undefined))),
	};
}

/** The address behind a button of a mail. @param {Mail} mail @param {string} label */
export function linkIn({ html }, label) {
	for (const [, address = '', text = ''] of html.matchAll(/<a[^>]*href=["']([^"']+)["'][^>]*>([^<]*)</g)) {
		if (text.trim() === label) return address.replaceAll('&amp;', '&');
	}
	throw new Error(`The mail has no button '${label}': ${html}`);
}

/**
 * The link of a mail or a page that fills in *Something is wrong*, the form that it opens, and the form sent with another word for
 * how the payment ended.
 *
 * @param {Pick<Mail, 'text'>} written
 */
export async function linkedForm({ text }) {
	const [found = ''] = /http[^\s"]+Payout%20Reference=[^\s"]+/.exec(text) ?? [];
	const address = found.replaceAll('&amp;', '&');
	const given = new URL(address).searchParams;
	const [reference, claim] = [given.get('Payout Reference') ?? '', given.get('Claim') ?? ''];
	const page = await (await fetch(address, { headers: { ...browser, ...signedIn } })).text();
	return {
		fields: [reference, claim],
		isFilledIn: [reference, claim].every((value) => value !== '' && page.includes(`value="${value}"`)),
		send: (/** @type {string} */ what) => fillIn(address, [what, reference, claim]),
	};
}

/** What the approval of a list may be answered with, as its form has it. */
export const answers = { pay: "Pay all that isn't ticked", refuse: 'Pay nothing', ask: 'Ask first' };

/**
 * Answers the question about a list on its form.
 *
 * @param {Mail | string} asked the mail that links to it, or its address @param {keyof typeof answers} decision @param {string[]} [leftOut] labels of the rows to leave out @param {string} [reason]
 */
export const decide = (asked, decision, leftOut = [], reason = '') =>
	sendForm(formOf(asked), [JSON.stringify(leftOut), JSON.stringify([answers[decision]]), reason]);

const formOf = (/** @type {Mail | string} */ asked) => (typeof asked === 'string' ? asked : linkIn(asked, 'Decide'));

/** What a browser shows at an address. @param {string} address */
export async function open(address) {
	const answer = await fetch(address, { headers: browser });
	return { status: answer.status, text: await answer.text() };
}

/** The rows to tick on the form behind a question. @param {Mail | string} asked the mail that links to it, or its address */
export async function boxesOf(asked) {
	const { text } = await open(formOf(asked));
	return [...text.matchAll(/class='multiselect-checkbox' id='[^']*' value='(\d+\. [^']*)'/g)].map(([, label = '']) =>
		label.replace(/&(?:amp|quot|#x([0-9A-F]+));/g, (entity, code) =>
			code === undefined ? { '&amp;': '&', '&quot;': '"' }[entity] : String.fromCodePoint(parseInt(code, 16)),
		),
	);
}

/**
 * Fills in one of n8n's forms and sends it.
 *
 * @param {string} address @param {Array<string | File>} fields in the order of the form @param {object} [headers] `signedIn` for a form with a password
 */
export async function sendForm(address, fields, headers = {}) {
	const body = new FormData();
	fields.forEach((field, index) =>
		typeof field === 'string' ? body.append(`field-${index}`, field) : body.append(`field-${index}`, field, field.name),
	);
	const answer = await fetch(address, { method: 'POST', headers: { ...browser, ...headers }, body });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The form was answered with ${answer.status}: ${text.slice(0, 500)}`);
	return text;
}

/** The page that n8n shows behind a form that was sent; '' where it asks for nothing more. @param {string} address of the execution */
async function pageBehind(address) {
	const status = new URL(address);
	status.pathname += '/n8n-execution-status';
	const state = await waitFor('the next page of the form', async () => {
		const { text } = await open(status.href);
		if (text === 'error') throw new Error('The execution behind the form failed.');
		return ['form-waiting', 'waiting', 'success'].find((one) => one === text);
	});
	return state === 'form-waiting' ? (await open(address)).text : '';
}

/**
 * Looks at the last page behind a form, as a browser does, which then lets the workflow go on.
 *
 * @param {string} answer to the form that was sent @param {string} n8n its address here, whatever it is called outside
 * @returns {Promise<string>} the page; '' where there is none
 */
export async function passLastPage(answer, n8n) {
	const { formWaitingUrl } = answer.startsWith('{') ? JSON.parse(answer) : {};
	if (formWaitingUrl === undefined) return '';
	const { pathname, search } = new URL(formWaitingUrl);
	const address = new URL(`${pathname}${search}`, n8n).href;
	const page = await pageBehind(address);
	if (page !== '') await fetch(address, { method: 'POST', headers: browser });
	return page;
}

/**
 * Sends a form with a password, page by page, and goes on to the page that n8n shows next, as a browser does.
 *
 * @param {string} address @param {Array<string | File>[]} pages the fields of each @returns {Promise<string>}
 */
export async function fillIn(address, ...pages) {
	let next = address;
	let shown = '';
	for (const fields of pages) {
		const answer = await sendForm(next, fields, next === address ? signedIn : {});
		if (next === address) next = JSON.parse(answer).formWaitingUrl;
		shown = await pageBehind(next);
	}
	return shown;
}
