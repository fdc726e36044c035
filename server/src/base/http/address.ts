// Network addresses: which of them are proxies of ours, and which count as one.
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyServerOptions } from 'fastify'

export type Trust = FastifyServerOptions['trustProxy']

/** Whether the peer itself is one that TRUST_PROXY names, read by the same package as in Fastify. */
export function trustOf(trustProxy: Trust): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0)
  const named = Array.isArray(trustProxy) ? trustProxy : (trustProxy ?? '').split(',')
  const trusts = proxyAddr.compile(named.map((name) => name.trim()).filter(Boolean))
  return (address) => trusts(address, 0)
}

/**
 * The key of a network address: IPv4 whole; of IPv6 its first `groupsKept` groups of 16 bits. A household owns a
 * /64 (4), one customer of a provider may own a /48 (3).
 */
export function addressKey(ip: string, groupsKept = 4): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const all =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, missing)).fill('0'), ...tail.split(':')]
  return all.slice(0, groupsKept).join(':')
}
