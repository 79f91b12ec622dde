// A mail server that keeps all mails, and functions for what people do with them: open links, fill in forms.
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { harness } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/** Headers of a browser: n8n refuses requests from bots. */
const browser = {
	...ownConnection,
	'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};

/** The user and password of the examples' forms, stored in n8n's credential *Basic Auth*. */
export const formPassword = { user: 'accounts', password: 'the password of the forms' };

/** The header with which a browser opens a form with this password. */
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
		/** All mails so far, except those that `next` has removed. */
		mails,
		/**
		 * Waits for a mail with a matching subject, and removes it from the list.
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

/** The URL that a button of a mail opens. @param {Mail} mail @param {string} label */
export function linkIn({ html }, label) {
	for (const [, address = '', text = ''] of html.matchAll(/<a[^>]*href=["']([^"']+)["'][^>]*>([^<]*)</g)) {
		if (text.trim() === label) return address.replaceAll('&amp;', '&');
	}
	throw new Error(`The mail has no button '${label}': ${html}`);
}

/**
 * Opens the link in a mail or page to the form *Something is wrong*, which the link fills in. Returns the form, and a
 * function that submits it with another outcome of the payment.
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

/** The choices of the form that asks for the approval of a list. */
export const answers = { pay: "Pay all that isn't ticked", refuse: 'Pay nothing', ask: 'Ask first' };

/**
 * Submits the form that asks for the approval of a list.
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

/** The labels of the rows that can be ticked on the form that a question links to. @param {Mail | string} asked the mail that links to it, or its address */
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

/** The page that n8n shows after a submitted form; '' if there is none. @param {string} address of the execution */
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
 * Opens the last page after a form, as a browser does. n8n continues the workflow only when that page is opened.
 *
 * @param {string} answer n8n's answer to the submitted form @param {string} n8n its URL on this machine
 * @returns {Promise<string>} the page; '' if there is none
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
 * Submits a form with a password, page by page. Returns the page that n8n shows after the last one.
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
