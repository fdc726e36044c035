// Ends once the server of this PORT is alive, so that `systemctl restart` answers when it listens. Plain
// JavaScript: installed systemd units start it by this name.
import { setTimeout as sleep } from 'node:timers/promises'

const address = `http://127.0.0.1:${process.env.PORT || 3000}/api/salud/vivo`
const isAlive = () =>
  fetch(address)
    .then(({ ok }) => ok)
    .catch(() => false)
while (!(await isAlive())) await sleep(300) // TimeoutStartSec is the limit
