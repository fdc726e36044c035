/** A process that hands mail argv[3] of the shop in the database argv[2] and the folder argv[5] over to the mail server argv[4], to be killed. */

import { openPool } from '../base/db/open.ts'
import { openDatabase } from '../base/db/repeat.ts'
import { createCounters } from '../base/runtime/counters.ts'
import { startEvents } from '../base/runtime/events.ts'
import { createLogger } from '../base/runtime/logger.ts'
import { createDiskStore } from '../base/services/files/disk.ts'
import { createSmtp } from '../base/services/mail/smtp.ts'
import { sendCorreo } from '../gestion/correos/jobs.ts'
import { createTienda } from '../tienda.ts'

const [, , url = '', id = '', smtp = '', dataDir = ''] = process.argv
const log = createLogger('silent')
const db = openDatabase(openPool(url, 3))
await sendCorreo(
  {
    db,
    log,
    mailer: createSmtp(smtp, 'hola@imprimitodo.example'),
    now: () => new Date(),
    counters: createCounters(),
    production: false,
    tienda: createTienda({ db, events: await startEvents(url, log) }),
    files: await createDiskStore(dataDir, 0),
  },
  Number(id),
)
