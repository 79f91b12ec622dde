/** VitePress's own theme, with a button for the examples, a search that takes all words first, and folds that links open. */
import MiniSearch from 'minisearch';
import { onContentUpdated } from 'vitepress';
import DefaultTheme, { VPButton } from 'vitepress/theme';
import { defineComponent, h, onMounted, ref } from 'vue';
import { searched } from './search.mjs';

const { search } = MiniSearch.prototype;
MiniSearch.prototype.search = function (question) {
	return searched(search.bind(this), question);
};

/** Where each workflow is. @type {Record<string, string>} */
const workflows = import.meta.glob('../../../examples/*.json', { query: '?url', import: 'default', eager: true });

const CopyWorkflow = defineComponent({
	props: { name: { type: String, required: true } },
	setup({ name }) {
		const address = workflows[`../../../examples/${name}.json`];
		const label = ref('Copy workflow');
		const copy = async () => {
			const text = fetch(address).then(async (response) => new Blob([await response.text()], { type: 'text/plain' }));
			await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
			label.value = 'Copied: paste it into an empty workflow in n8n';
		};
		return () =>
			h('p', [
				h(VPButton, { text: label.value, theme: 'alt', onClick: copy }),
				' or ',
				h('a', { href: address, download: `${name}.json` }, 'download it'),
			]);
	},
});

/** Opens the folds around the place that the address names, and shows it. */
function openFolds() {
	const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
	for (let fold = place?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
	if (place?.closest('details')) place.scrollIntoView();
}

export default {
	extends: DefaultTheme,
	/** @param {import('vitepress').EnhanceAppContext} context */
	enhanceApp({ app }) {
		app.component('CopyWorkflow', CopyWorkflow);
	},
	setup() {
		onContentUpdated(openFolds);
		onMounted(() => addEventListener('hashchange', openFolds));
	},
};
