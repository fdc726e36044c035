// Ends once the server of this HOST and PORT is alive, so that `systemctl restart` answers when it listens. An argument:
// seconds after which it gives up with 1. Plain JavaScript: installed systemd units start it by this name.
import { setTimeout as sleep } from 'node:timers/promises'

const { HOST = '', PORT } = process.env
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/api/salud/vivo`
const patience = Number(process.argv[2])
if (patience) setTimeout(() => process.exit(1), patience * 1000).unref()
const isAlive = () =>
  fetch(address)
    .then(({ ok }) => ok)
    .catch(() => false)
while (!(await isAlive())) await sleep(300) // without an argument TimeoutStartSec is the limit
