/** Deployments that a test changes after the node has read them. Import it before what loads the node. */
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

/** `of`: what another deployment has in place of what is read. */
export const changed = mockChange;
