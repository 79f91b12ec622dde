// Preloaded into n8n by a test: says on stderr which other machines it tries to reach, by name or by address.
import dns from 'node:dns';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';

const isLocal = (/** @type {string | undefined} */ host) =>
	host === undefined || /^(localhost|127(\.\d+){3}|::1|0\.0\.0\.0|::)$/.test(host);
const report = (/** @type {string} */ host) => process.stderr.write(`OUTBOUND ${host}\n`);

const { lookup } = dns;
Object.assign(dns, {
	lookup: (/** @type {string} */ host, /** @type {any[]} */ ...rest) => {
		if (!isLocal(host)) report(host);
		return Reflect.apply(lookup, dns, [host, ...rest]);
	},
});
const { lookup: lookupPromise } = dns.promises;
Object.assign(dns.promises, {
	lookup: (/** @type {string} */ host, /** @type {any[]} */ ...rest) => {
		if (!isLocal(host)) report(host);
		return Reflect.apply(lookupPromise, dns.promises, [host, ...rest]);
	},
});

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
	// Node also calls `connect` with its arguments normalised: as a list inside a list.
	const options = [args].flat(2).find((one) => typeof one === 'object' && one !== null && 'host' in one);
	if (typeof options?.host === 'string' && !isLocal(options.host)) report(options.host);
	return Reflect.apply(connect, this, args);
};
syncBuiltinESMExports();
