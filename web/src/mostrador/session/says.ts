/** What a refusal asks for before the call may be sent again. */
type Wanted = 'captcha' | 'confirmar' | 'enrolar' | 'autorizar' | 'autoriza' | 'tomado'

export const says = ({ ok, data }: { ok: boolean; data: unknown }, wanted: Wanted): boolean =>
  !ok && typeof data === 'object' && data !== null && wanted in data
