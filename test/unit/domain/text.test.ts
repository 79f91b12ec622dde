import { alphabetical } from '../../../nodes/core/domain/text';

it('sorts labels without regard to case', () => {
	expect(['b', 'C', 'a', 'B', 'A'].sort(alphabetical)).toEqual(['a', 'A', 'b', 'B', 'C']);
	expect([alphabetical('Bank', 'bank'), alphabetical('a', 'B'), alphabetical('b', 'A')]).toEqual([0, -1, 1]);
	// Unlike their code points, letters come after what stands between the cases.
	expect(alphabetical('_', 'A')).toBe(-1);
});
