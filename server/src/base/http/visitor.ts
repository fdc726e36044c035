// The caller's identity for limits: the browser first, because a campus or a mobile carrier is one address.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../runtime/deps.ts'
import { hashToken } from '../secrets/sign.ts'
import { addressKey } from './address.ts'
import { readCookie, setCookie } from './cookies.ts'
import { type Bucket, takeFrom } from './rate-limit.ts'

export type Visitor = {
  /** IPv4 whole; IPv6 by /64, because a household owns all of it. */
  address: string
  /** IPv6 by /48, which one customer of a provider may own; of IPv4 the same as `address`. */
  wide: string
  /** The random id that this browser was given; null where the request brought none. */
  browser: string | null
}

/** Browsers keep a cookie for 400 days at most. */
const KEPT_S = 400 * 86_400
const ID = /^[\w-]{22}$/

/** Of the visitor, without the port that some proxies append; of the peer, where a proxy names no address. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const bare = ip.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(bare) ? bare : (socket.remoteAddress ?? '')
}

export function visitorOf(request: FastifyRequest): Visitor {
  const kept = readCookie(request, 'navegador') ?? ''
  const ip = addressOf(request)
  return {
    address: addressKey(ip),
    wide: addressKey(ip, 3),
    browser: ID.test(kept) ? kept : null,
  }
}

/**
 * Gives the browser its id, or prolongs the one it has. The id opens nothing: a client with a made-up id gets
 * a count of its own below the limit of its address, as does one that throws the cookie away.
 * @returns the id
 */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const id = visitorOf(request).browser ?? randomBytes(16).toString('base64url')
  setCookie(request, reply, 'navegador', id, { maxAge: KEPT_S })
  return id
}

/** The sender, stored beside a row for limits; `navegador` is a hash, because the id itself is a cookie. */
export type Sender = { navegador: string | null; origen: string; red: string }

/** The columns of a visitor whose data were forgotten. */
export const NO_SENDER = { navegador: null, origen: null, red: null }

export function senderOf(request: FastifyRequest): Sender {
  const { address, wide, browser } = visitorOf(request)
  return { navegador: browser && hashToken(browser).slice(0, 22), origen: address, red: wide }
}

/** The key of the sender's count: the browser, or the address if the browser is not known. */
export const ownerKey = ({ navegador, origen }: Sender): string => navegador ?? origen

/** A whole network has so many times the limit of one address. */
const WIDE_TIMES = 4

/** `browser` null: no limit of its own. */
type Most = { browser: number | null; address: number; windowMs: number }

/**
 * The counts of a visitor, each with its maximum within the window: of the browser, and with higher limits of
 * its address and of the wider network.
 */
export function createVisitorBuckets(
  limits: Deps['limits'],
  name: string,
  most: Most,
): (request: FastifyRequest) => Bucket[] {
  const ofBrowser = most.browser === null ? null : limits(`${name}-navegador`, most.browser, most.windowMs)
  const ofAddress = limits(name, most.address, most.windowMs)
  const ofNetwork = limits(`${name}-red`, most.address * WIDE_TIMES, most.windowMs)
  return (request) => {
    const { address, wide, browser } = visitorOf(request)
    const own: Bucket[] = ofBrowser && browser ? [[ofBrowser, browser]] : []
    return [...own, [ofAddress, address], [ofNetwork, wide]]
  }
}

/** @returns a function that counts one for a visitor. @throws 429 with Retry-After, with nothing counted */
export function createVisitorLimit(limits: Deps['limits'], name: string, most: Most) {
  const bucketsOf = createVisitorBuckets(limits, name, most)
  return (request: FastifyRequest): void => takeFrom(bucketsOf(request))
}
