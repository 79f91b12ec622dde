/** Lets a test change the deployment that the node reads. Import it before the node's modules. */
import type { Deployment } from '../../../nodes/core/service/deployments';

const mockChange: { of: (read: Deployment) => Partial<Deployment> } = { of: () => ({}) };

jest.mock('../../../nodes/core/service/deployments', () => {
	const actual = jest.requireActual('../../../nodes/core/service/deployments');
	return {
		...actual,
		readDeployment: (credential: object) => {
			const read = actual.readDeployment(credential);
			return read.ok ? { ok: true, value: { ...read.value, ...mockChange.of(read.value) } } : read;
		},
	};
});

/** `of` returns the members to replace in the deployment that the node reads from the credential. */
export const changed = mockChange;
