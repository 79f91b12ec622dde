/** How a request ended. */
export type Ending =
	| {
			/** The service, or something in its place, answered. */
			kind: 'answer';
			status: number;
			/** Parsed JSON, or the text where the answer was not JSON. */
			body: unknown;
			retryAfter?: string;
	  }
	| {
			/** No full answer came. */
			kind: 'fault';
			code: string | null;
			/** `connect` only where it is known that the request was not written yet. */
			phase?: 'connect' | 'unknown';
			message: string;
			/** The status line, where one had come before the answer broke off. */
			httpStatus?: number;
	  }
	| {
			/** n8n refused to send the request (its own protection against calls to internal hosts). */
			kind: 'refusedLocally';
			message: string;
	  };
