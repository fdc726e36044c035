const own = new Set<string>()

/** What a clerk does to an order here is no news here: the screen itself says that it was done. */
export const markOwn = (pedido_id: string): void => void own.add(pedido_id)
export const isOwn = (pedido_id: string): boolean => own.has(pedido_id)

let isOwnDoing = false

/** The clerk did something: what the next answer says that is new comes of it, and is silent. */
export function markOwnDoing(): void {
  isOwnDoing = true
}

/** Whether it did since this was asked last. */
export function takeOwnDoing(): boolean {
  const was = isOwnDoing
  isOwnDoing = false
  return was
}
