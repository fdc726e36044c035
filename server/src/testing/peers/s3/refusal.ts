/** A refusal of the store: HTTP status and S3's own code. */
export class S3Refusal extends Error {
  status: number
  code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/**
 * A fault of a call before it is served, or while its bytes are on their way. `short`: the beginning of the
 * object in the packet of its headers, then the end; `page`: 200 with a page of a proxy's; `lost`: served, but the
 * answer never leaves; `slow`: it is served after `SLOW_MS`. Of an upload `cut` keeps half, `corrupt` other bytes.
 */
export type Fault =
  | 'refuse'
  | 'hang'
  | 'error'
  | 'cut'
  | 'corrupt'
  | 'short'
  | 'page'
  | 'lost'
  | 'forbidden'
  | 'not_implemented'
  | 'slow'
  | 'no_bucket'
  | 'page_404'
  | 'page_413'
