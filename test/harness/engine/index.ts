/** Engine test harness: n8n-core in process, real HTTP over loopback, no n8n server. */
export * from './additionalData';
export * from './credentials';
export * from './credentialTest';
export * from './deduplication';
export * from './executeContext';
export * from './faults';
export * from './faultServer';
export * from './node';
export * from './nodeTypes';
export * from './runNode';
export * from './runTool';
export * from './runWorkflow';
export * from './searches';
export * from './toyNodes';
export * from './trigger';
export * from './webhookExchange';
