// Calls to a server without a browser.

type Server = { url: string }

export async function ask<T>(shop: Server, path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  const answer = await request(shop, path, body, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** POST with a body, GET without; never fails on a status. */
export function request(
  shop: Server,
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers }
  const method = init.method ?? (body === undefined ? 'GET' : 'POST')
  return fetch(`${shop.url}${path}`, { ...init, method, headers, body: JSON.stringify(body) })
}
