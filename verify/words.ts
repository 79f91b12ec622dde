/** Members whose values are words of the interface; in them, even an unknown word is no personal data and is shown. */
const WORD_MEMBER = /^(status|(.+T|t)ype|(.+C|c)urrency|(.+M|m)ethods?|network|event|pair|channel|language|speed)$/;

const WORD = /^[A-Za-z][A-Za-z_.]{1,24}$/;

/** Whether an unknown value can be shown: a single word in a member that WORD_MEMBER matches. */
export const isShownWord = (member: string | undefined, value: unknown): boolean =>
	member !== undefined && WORD_MEMBER.test(member) && typeof value === 'string' && WORD.test(value);
