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

/** What happens to a call before it is served, or while its bytes are on their way. */
export type Fault = 'refuse' | 'hang' | 'error' | 'cut' | 'corrupt'
