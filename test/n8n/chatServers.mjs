// Stand-ins for Telegram and Slack: they keep the messages that a bot sends, and tests can tap the messages' buttons.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { bodyOf, closed, listening, startBehindProxy } from './behindProxy.mjs';

/** @typedef {{label: string, url?: string, value?: string}} Button */
/** @typedef {{to: string, text: string, buttons: Button[]}} Message */
/** @typedef {{id: string, name: string}} Person */

/** Waits for the first message, or the first one to the chat `to`, and removes it from the list. @param {Message[]} messages */
const nextOf = (messages) => (/** @type {string | undefined} */ to) =>
	waitFor(
		`a message in the chat ${to ?? ''}`,
		async () => {
			const at = messages.findIndex((message) => to === undefined || message.to === to);
			return at === -1 ? undefined : messages.splice(at, 1)[0];
		},
		{ everyMs: 50 },
	);

/** All messages of a chat up to the next question. @param {ReturnType<typeof nextOf>} next @param {string} to */
export async function upToQuestion(next, to) {
	/** @type {Message[]} */
	const first = [];
	for (;;) {
		const message = await next(to);
		if (message.buttons.length > 0) return { first, question: message };
		first.push(message);
	}
}

/** The form that a question links to, at n8n's address on this machine. @param {string} n8n @param {Message} question */
export function formBehind(n8n, question) {
	const { pathname, search } = new URL(buttonOf(question, 'Decide').url ?? '');
	return `${n8n}${pathname}${search}`;
}

/** @param {Message} message @param {string} label */
export function buttonOf({ buttons }, label) {
	const found = buttons.find((button) => button.label === label);
	if (!found) throw new Error(`The message has no button '${label}', but ${buttons.map((one) => one.label).join()}`);
	return found;
}

/** Telegram's error for a message that breaks its documented rules; undefined for a good message: core.telegram.org/bots/api#sendmessage, #markdown-style. @param {string} text @param {string} [parseMode] */
function refusedByTelegram(text, parseMode) {
	if (text === '') return 'Bad Request: message text is empty';
	if (text.length > 4096) return 'Bad Request: message is too long';
	if (parseMode !== 'Markdown') return undefined;
	const open = text
		.replace(/\\[_*`[]/g, '')
		.replace(/```[^]*?```|`[^`]*`|\*[^*]*\*|_[^_]*_|\[[^\]]*\]/g, '')
		.search(/[_*`[]/);
	return open < 0
		? undefined
		: "Bad Request: can't parse entities: Can't find end of the entity starting at byte offset " + open;
}

/** Slack's error for a message that breaks its documented rules; undefined for a good message: docs.slack.dev/reference/block-kit/blocks, docs.slack.dev/reference/methods/chat.postMessage. @param {{text?: string, blocks?: any[]}} body */
function refusedBySlack({ text = '', blocks }) {
	if (text.length > 40_000) return 'msg_too_long';
	if (!blocks) return text === '' ? 'no_text' : undefined;
	const isRight = (/** @type {any} */ { type, text: shown, elements }) =>
		type === 'section'
			? shown.text.length >= 1 && shown.text.length <= 3000
			: type !== 'actions' ||
				(elements.length <= 25 &&
					elements.every((/** @type {any} */ one) => one.text.text.length <= 75 && (one.value ?? '').length <= 2000));
	return blocks.length <= 50 && blocks.every(isRight) ? undefined : 'invalid_blocks';
}

/** The part of Telegram's Bot API that n8n's Telegram node uses. @param {string[]} [strangers] who never wrote to the bot */
export async function startTelegram(strangers = []) {
	/** @type {Message[]} */
	const messages = [];
	/** Texts shown to the person who tapped, and texts added to a message. @type {string[]} */
	const shown = [];
	let webhook = { url: '', secret_token: '', allowed_updates: [] };
	/** @type {Record<string, (body: any) => unknown>} */
	const methods = {
		getWebhookInfo: () => webhook,
		setWebhook: (body) => Boolean((webhook = body)),
		sendMessage: ({ chat_id: to, text, parse_mode: parseMode, reply_markup: markup }) => {
			const isKnown = !strangers.includes(String(to));
			const refusal = isKnown ? refusedByTelegram(text, parseMode) : "Forbidden: bot can't initiate conversation with a user"; // prettier-ignore
			if (refusal) return { refusal };
			/** @type {Button[]} */
			const buttons = (markup?.inline_keyboard ?? [])
				.flat()
				.map((/** @type {any} */ one) => ({ label: one.text, url: one.url, value: one.callback_data }));
			messages.push({ to: String(to), text, buttons });
			return { message_id: messages.length, chat: { id: to } };
		},
		answerCallbackQuery: ({ text = '' }) => Boolean(shown.push(text)),
		editMessageText: ({ text }) => Boolean(shown.push(text)),
	};
	const server = createServer(async (request, response) => {
		const method = methods[request.url?.split('/').at(-1) ?? ''];
		const body = await bodyOf(request);
		const result = method?.(JSON.parse(body || '{}'));
		const description = method ? /** @type {any} */ (result)?.refusal : 'Not Found';
		const code = description === undefined ? 200 : method ? 400 : 404;
		response.writeHead(code, { 'content-type': 'application/json' });
		response.end(JSON.stringify(code === 200 ? { ok: true, result } : { ok: false, error_code: code, description }));
	});
	const port = await listening(server);
	return {
		credential: { accessToken: '100200300:of-the-test', baseUrl: `http://127.0.0.1:${port}` },
		shown,
		next: nextOf(messages),
		get webhook() {
			return webhook;
		},
		/** Somebody taps a button: Telegram calls the address that n8n has set. @param {string} n8n its address on this machine @param {Message} message @param {string} label @param {Person} from */
		async tap(n8n, message, label, { id, name }, secret = webhook.secret_token) {
			const [first_name, last_name] = name.split(' ');
			const update = {
				callback_query: {
					id: 'q',
					from: { id: Number(id), first_name, last_name },
					message: { message_id: 1, chat: { id: message.to }, text: message.text },
					data: buttonOf(message, label).value,
				},
			};
			const answer = await fetch(`${n8n}${new URL(webhook.url).pathname}`, {
				method: 'POST',
				headers: { ...ownConnection, 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
				body: JSON.stringify(update),
			});
			return answer.status;
		},
		stop: () => closed(server),
	};
}

/** Slack's API behind a proxy, at Slack's real address, because n8n's Slack node can't use another. */
export async function startSlack() {
	/** @type {Message[]} */
	const messages = [];
	/** @type {string[]} */
	const shown = [];
	const signatureSecret = 'signing-secret-of-the-test';
	/** @type {Record<string, (body: any) => object>} */
	const methods = {
		'chat.postMessage': (body) => {
			const refusal = refusedBySlack(body);
			if (refusal) return { ok: false, error: refusal };
			const { channel, blocks = [{ type: 'section', text: { text: body.text } }] } = body;
			/** @type {Button[]} */
			const buttons = blocks
				.filter((/** @type {any} */ { type }) => type === 'actions')
				.flatMap((/** @type {any} */ { elements }) => elements)
				.map((/** @type {any} */ one) => ({
					label: one.text.text,
					url: one.url,
					value: `${one.action_id} ${one.value}`,
				}));
			const text = blocks.map((/** @type {any} */ block) => block.text?.text ?? '').join('\n');
			messages.push({ to: channel, text, buttons });
			return { channel, ts: '1.1' };
		},
		'users.info': () => ({ user: { profile: { email: 'someone@example.com' } } }),
		'chat.postEphemeral': ({ user, text }) => ({ told: shown.push(`${user}: ${text}`) }),
		'chat.update': ({ text }) => ({ told: shown.push(text) }),
	};
	const { env, asked, stop } = await startBehindProxy({
		'slack.com': ({ path, text }) => {
			const method = methods[/^\/api\/([\w.]+)/.exec(path)?.[1] ?? ''];
			return { body: { ok: method !== undefined, ...method?.(JSON.parse(text || '{}')) } };
		},
	});
	return {
		credential: { accessToken: 'xoxb-of-the-test', signatureSecret },
		env,
		asked,
		shown,
		next: nextOf(messages),
		/** Somebody clicks a button: Slack calls the app's address with a signed request. @param {string} n8n @param {Message} message @param {string} label @param {Person} user */
		async click(n8n, message, label, { id, name }, secret = signatureSecret) {
			const [actionId, value] = (buttonOf(message, label).value ?? '').split(' ');
			const payload = {
				type: 'block_actions',
				user: { id, name, username: name },
				channel: { id: message.to },
				message: { ts: '1.1', blocks: [] },
				actions: [{ action_id: actionId, value }],
			};
			const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
			const timestamp = String(Math.floor(Date.now() / 1000));
			const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
			const answer = await fetch(`${n8n}/webhook-waiting-slack`, {
				method: 'POST',
				headers: {
					...ownConnection,
					'content-type': 'application/x-www-form-urlencoded',
					'x-slack-request-timestamp': timestamp,
					'x-slack-signature': `v0=${signature}`,
				},
				body,
			});
			return answer.status;
		},
		stop,
	};
}
