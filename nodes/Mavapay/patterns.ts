/**
 * Workflows in the code of n8n's SDK, for n8n's builder, which reads them with the node
 * (`builderHint.extraTypeDefContent`). A title says what the workflow is for; `test/n8n/found.test.mjs` builds each.
 */
export const patterns = `<patterns>
<pattern title="Every Friday pay suppliers from a Google Sheet, once somebody approved by email">
// Prepare checks every row and pays none; the digest lets exactly the approved list be paid.
const type = 'n8n-nodes-mavapay.mavapay';
const payment = { amount: expr('{{ $json.amount }}'), amountUnit: 'major', bank: { __rl: true, mode: 'nameOrCode', value: expr('{{ $json.bank }}') }, accountNumber: expr('{{ $json.accountNumber }}'), expectedAccountName: expr('{{ $json.accountName }}'), payoutReference: expr('{{ $json.invoice }}') };
const friday = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.2, config: { name: 'Friday', parameters: { rule: { interval: [{ field: 'weeks', triggerAtDay: [5] }] } } } });
const sheet = node({ type: 'n8n-nodes-base.googleSheets', version: 4.5, config: { name: 'Sheet', parameters: { documentId: { __rl: true, mode: 'id', value: 'YOUR-SHEET' }, sheetName: { __rl: true, mode: 'name', value: 'Payouts' } } } });
const prepare = node({ type, version: 1, config: { name: 'Prepare', parameters: { resource: 'prepare', operation: 'toBankAccount', ...payment } } });
const summarize = node({ type, version: 1, config: { name: 'Summarize', parameters: { resource: 'payout', operation: 'summarize' } } });
const ask = node({ type: 'n8n-nodes-base.emailSend', version: 2.1, config: { name: 'Ask', parameters: { operation: 'sendAndWait', fromEmail: 'n8n@example.com', toEmail: 'approver@example.com', subject: 'Approve payouts', message: expr('{{ $json.text }}'), responseType: 'customForm', formFields: { values: [{ fieldLabel: 'Decision', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'Pay' }, { option: 'Decline' }] } }] } } } });
const rows = merge({ version: 3.2, config: { name: 'Rows', parameters: { mode: 'chooseBranch', useDataOfInput: 2 } } });
const approved = node({ type: 'n8n-nodes-base.filter', version: 2.2, config: { name: 'Approved', parameters: { conditions: { options: { version: 2 }, combinator: 'and', conditions: [{ leftValue: expr("{{ $json.prepared.status === 'ready' && $('Ask').first().json.data?.Decision === 'Pay' }}"), operator: { type: 'boolean', operation: 'true', singleValue: true } }] } } } });
const pay = node({ type, version: 1, config: { name: 'Pay', parameters: { resource: 'withdrawal', operation: 'toBankAccount', ...payment, approvalDigest: expr("{{ $('Prepare').first().json.approvalDigest }}"), approvedBy: 'approver@example.com' } } });
export default workflow('suppliers', 'Pay suppliers').add(friday).to(sheet).to(prepare).to(summarize).to(ask).to(rows.input(0)).add(prepare).to(rows.input(1)).add(rows).to(approved).to(pay);
</pattern>
<pattern title="Let an AI agent in a chat pay invoices, of allowed payees and within limits">
// A person types payees and limits: an expression there is refused.
const chat = trigger({ type: '@n8n/n8n-nodes-langchain.chatTrigger', version: 1.3, config: { name: 'Chat' } });
const model = languageModel({ type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', version: 1.2, config: { name: 'Model' } });
const pay = tool({ type: 'n8n-nodes-mavapay.mavapayTool', version: 1, config: { name: 'Pay', parameters: { resource: 'withdrawal', operation: 'toBankAccount', amount: fromAi('amount', 'Naira, such as 1500.00'), amountUnit: 'major', bank: { __rl: true, mode: 'id', value: fromAi('bank', 'Six digits') }, accountNumber: fromAi('account', 'Ten digits'), referencePrefix: 'agent', allowedPayees: '000013:0123456789 max 20000', maximumAmount: '20000', maximumTotal: '50000', paymentsPerDay: '5' } } });
const agent = node({ type: '@n8n/n8n-nodes-langchain.agent', version: 3, config: { name: 'Agent', subnodes: { model, tools: [pay] } } });
export default workflow('agent', 'Agent').add(chat).to(agent);
</pattern>
</patterns>`;
