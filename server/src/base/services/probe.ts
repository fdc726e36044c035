/** A provider's answer to a harmless request, in the owner's words. Never a secret. */
export type Probe = { ok: boolean; detail: string }

/** `since`: the first failure after the last success, ms since 1970; failures in a row. Null: it works. */
export type Falla = { since: number; failures: number } | null
