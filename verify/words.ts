/** Members whose values are words of the interface: an unknown word is shown there, since it is nobody's name. */
const WORD_MEMBER = /^(status|(.+T|t)ype|(.+C|c)urrency|(.+M|m)ethods?|network|event|pair|channel|language|speed)$/;

const WORD = /^[A-Za-z][A-Za-z_.]{1,24}$/;

/** Whether a value can be shown though it isn't known: a single word in such a member. */
export const isShownWord = (member: string | undefined, value: unknown): boolean =>
	member !== undefined && WORD_MEMBER.test(member) && typeof value === 'string' && WORD.test(value);
