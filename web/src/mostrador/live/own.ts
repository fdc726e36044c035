const own = new Set<string>()

/** A clerk's own action on an order is not announced here: the screen itself says that it was done. */
export const markOwn = (pedido_id: string): void => void own.add(pedido_id)
export const isOwn = (pedido_id: string): boolean => own.has(pedido_id)

let charge: Promise<unknown> = Promise.resolve()

/** A charge under way. Its answer marks the orders that it made: until then nothing is announced. */
export function charging<T>(answer: Promise<T>): Promise<T> {
  charge = answer.catch(() => {})
  return answer
}

/** Resolves once no charge is under way. */
export const chargeEnd = (): Promise<unknown> => charge

let isOwnDoing = false

/** The clerk did something: changes in the next answer are taken as its result, and stay silent. */
export function markOwnDoing(): void {
  isOwnDoing = true
}

/** Whether that happened since the last call of this. */
export function takeOwnDoing(): boolean {
  const was = isOwnDoing
  isOwnDoing = false
  return was
}
