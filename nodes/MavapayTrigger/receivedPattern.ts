/** A workflow for n8n's builder, as those in `nodes/Mavapay/patterns.ts`. */
export const receivedPattern = `<patterns>
<pattern title="When a payment is received, append it to a Google Sheet">
// A payment that was not credited is received as FAILED: book SUCCESS alone.
const received = trigger({ type: 'n8n-nodes-mavapay.mavapayTrigger', version: 1, config: { name: 'Payment received', parameters: { events: ['payment.received'], status: ['SUCCESS'] } } });
const row = node({ type: 'n8n-nodes-base.set', version: 3.4, config: { name: 'Row', parameters: { assignments: { assignments: [{ name: 'transactionId', value: expr('{{ $json.transactionId }}'), type: 'string' }, { name: 'amount', value: expr('{{ $json.amount.major }}'), type: 'string' }] } } } });
const book = node({ type: 'n8n-nodes-base.googleSheets', version: 4.5, config: { name: 'Book', parameters: { operation: 'appendOrUpdate', documentId: { __rl: true, mode: 'id', value: 'YOUR-SHEET' }, sheetName: { __rl: true, mode: 'name', value: 'Payments' }, columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: ['transactionId'] } } } });
export default workflow('received', 'Payments received').add(received).to(row).to(book);
</pattern>
</patterns>`;
