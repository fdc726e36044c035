// What pages of ours may ask of the device (https://www.w3.org/TR/permissions-policy/). A script that gets into a
// page, or frames something in it, can ask for no more.
import type { FastifyInstance } from 'fastify'

const OFF = [
  ...['accelerometer', 'attribution-reporting', 'browsing-topics', 'clipboard-read', 'compute-pressure'],
  ...['display-capture', 'encrypted-media', 'gamepad', 'gyroscope', 'hid', 'identity-credentials-get'],
  ...['idle-detection', 'keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi'],
  ...['otp-credentials', 'payment', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]
/** Copying a code; a product's video. */
const EVERYWHERE = ['autoplay', 'clipboard-write', 'fullscreen', 'picture-in-picture']

const policy = (on: string[], off: string[]): string =>
  [...on.map((name) => `${name}=(self)`), ...off.map((name) => `${name}=()`)].join(', ')

/** The pin of a delivery. */
const CUSTOMERS = policy([...EVERYWHERE, 'geolocation'], ['camera', ...OFF])
/** The scanner of pickup codes. */
const COUNTER = policy([...EVERYWHERE, 'camera'], ['geolocation', ...OFF])

const isCounter = (url: string): boolean => /^\/mostrador(?:[/?]|$)/.test(url)

/** Every document of ours says what it may ask of the device: its own scripts only, and only what a screen uses. */
export function limitPermissions(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.header('permissions-policy', isCounter(request.url) ? COUNTER : CUSTOMERS)
    done()
  })
}
