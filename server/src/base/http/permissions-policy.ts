// Which device features our pages may use (https://www.w3.org/TR/permissions-policy/). A script that was
// injected into a page, or frames something in it, can use no others.
import { MARCOS_DE_VIDEO } from '@imprimitodo/shared/rules/vidriera/video'
import type { FastifyInstance } from 'fastify'

const OFF = [
  'accelerometer',
  'attribution-reporting',
  'browsing-topics',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
/** For a product's video. */
const OF_VIDEOS = ['autoplay', 'fullscreen', 'picture-in-picture']
const PLAYERS = [...new Set(MARCOS_DE_VIDEO.map((marco) => new URL(marco).origin))]

/** `players`: other origins that may use what videos need. */
function policy(on: string[], off: string[], players: string[] = []): string {
  const film = ['self', ...players.map((origin) => `"${origin}"`)].join(' ')
  return [
    ...OF_VIDEOS.map((name) => `${name}=(${film})`),
    ...on.map((name) => `${name}=(self)`),
    ...off.map((name) => `${name}=()`),
  ].join(', ')
}

/** Copying a code; the pin of a delivery; a video of YouTube or Vimeo, in their frame. */
const CUSTOMERS = policy(['clipboard-write', 'geolocation'], ['camera', ...OFF], PLAYERS)
/** Copying a code; the scanner of pickup codes. */
const COUNTER = policy(['clipboard-write', 'camera'], ['geolocation', ...OFF])

export const isCounter = (url: string): boolean => /^\/mostrador(?:[/?]|$)/.test(url)

/** Every document of ours limits device features to its own scripts, and to those that a screen uses. */
export function limitPermissions(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.header('permissions-policy', isCounter(request.url) ? COUNTER : CUSTOMERS)
    done()
  })
}
