/** What a provider answered to a harmless question, in the owner's words. Never a secret. */
export type Probe = { ok: boolean; detail: string }
