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
<pattern title="Each month pay salaries from a data table, and email what became of them">
// A reference names month and person: nobody is paid twice for a month.
const type = 'n8n-nodes-mavapay.mavapay';
const monthly = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.2, config: { name: 'Monthly', parameters: { rule: { interval: [{ field: 'months', triggerAtDayOfMonth: 25 }] } } } });
const staff = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Staff', parameters: { operation: 'get', dataTableId: { __rl: true, mode: 'name', value: 'payroll' }, returnAll: true } } });
const pay = node({ type, version: 1, config: { name: 'Pay', onError: 'continueRegularOutput', parameters: { resource: 'withdrawal', operation: 'toBankAccount', amount: expr('{{ $json.salary }}'), amountUnit: 'major', bank: { __rl: true, mode: 'id', value: expr('{{ $json.bankCode }}') }, accountNumber: expr('{{ $json.accountNumber }}'), expectedAccountName: expr('{{ $json.name }}'), payoutReference: expr('{{ $json.month }} {{ $json.employee }}'), maximumTotal: '5000000', options: { alreadyRecorded: 'skip' } } } });
const summarize = node({ type, version: 1, config: { name: 'Summarize', parameters: { resource: 'payout', operation: 'summarize' } } });
const mail = node({ type: 'n8n-nodes-base.emailSend', version: 2.1, config: { name: 'Mail', parameters: { fromEmail: 'n8n@example.com', toEmail: 'payroll@example.com', subject: 'Payroll', emailFormat: 'text', text: expr('{{ $json.text }}') } } });
export default workflow('payroll', 'Payroll').add(monthly).to(staff).to(pay).to(summarize).to(mail);
</pattern>
<pattern title="Let an AI agent in a chat pay invoices, of allowed payees and within limits">
// A person types payees and limits: an expression there is refused.
const chat = trigger({ type: '@n8n/n8n-nodes-langchain.chatTrigger', version: 1.3, config: { name: 'Chat' } });
const model = languageModel({ type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', version: 1.2, config: { name: 'Model' } });
const pay = tool({ type: 'n8n-nodes-mavapay.mavapayTool', version: 1, config: { name: 'Pay', parameters: { resource: 'withdrawal', operation: 'toBankAccount', amount: fromAi('amount', 'Naira, such as 1500.00'), amountUnit: 'major', bank: { __rl: true, mode: 'id', value: fromAi('bank', 'Six digits') }, accountNumber: fromAi('account', 'Ten digits'), referencePrefix: 'agent', allowedPayees: '000013:0123456789 max 20000', maximumAmount: '20000', maximumTotal: '50000', paymentsPerDay: '5' } } });
const agent = node({ type: '@n8n/n8n-nodes-langchain.agent', version: 3, config: { name: 'Agent', subnodes: { model, tools: [pay] } } });
export default workflow('agent', 'Agent').add(chat).to(agent);
</pattern>
<pattern title="Every night reconcile payouts with a data table, and email what is left over">
const nightly = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.2, config: { name: 'Nightly', parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 3 }] } } } });
const expected = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Expected', parameters: { operation: 'get', dataTableId: { __rl: true, mode: 'name', value: 'expected' }, returnAll: true } } });
const reconcile = node({ type: 'n8n-nodes-mavapay.mavapay', version: 1, config: { name: 'Reconcile', parameters: { resource: 'transaction', operation: 'reconcile', transactionType: 'WITHDRAWAL', startDate: expr("{{ $now.startOf('month').toISO() }}"), endDate: expr('{{ $now.toISO() }}'), reference: expr('{{ $json.reference }}'), amount: expr('{{ $json.amount }}'), amountUnit: 'major', currency: 'NGN', options: { includeSummary: true } } } });
// The last item is the summary.
const left = node({ type: 'n8n-nodes-base.filter', version: 2.2, config: { name: 'Left over', parameters: { conditions: { options: { version: 2 }, combinator: 'and', conditions: [{ leftValue: expr('{{ $json.leftOver ?? 0 }}'), rightValue: 0, operator: { type: 'number', operation: 'gt' } }] } } } });
const mail = node({ type: 'n8n-nodes-base.emailSend', version: 2.1, config: { name: 'Mail', parameters: { fromEmail: 'n8n@example.com', toEmail: 'accounts@example.com', subject: 'Reconciliation', emailFormat: 'text', text: expr('{{ $json.text }}') } } });
export default workflow('reconcile', 'Reconcile').add(nightly).to(expected).to(reconcile).to(left).to(mail);
</pattern>
</patterns>`;
