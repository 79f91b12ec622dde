import { oneLine, ANY_LENGTH, optionalText  } from '../../core/operation/fields';

/** The caller's own identifier, echoed by the service in events; docs/interface.md#event-metadata. */
export const customerReference = optionalText({
	label: 'Customer Reference',
	aiMayFill: true,
	description: 'Your own identifier, which comes back in payment events',
	placeholder: 'e.g. INV-2026-0412',
	exact: true,
	maxLength: ANY_LENGTH,
	...oneLine,
});
