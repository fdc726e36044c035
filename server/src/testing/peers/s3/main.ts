// The tests' S3 store as a program, for as long as its standard input is open:
// node server/src/testing/peers/s3/main.ts FOLDER
// It prints its STORAGE_URL. FOLDER takes the objects; a new process does not know the old ones.
import { mkdirSync } from 'node:fs'
import { startS3 } from './server.ts'

const [, , folder = ''] = process.argv
mkdirSync(folder, { recursive: true })
const s3 = await startS3({ folder })
console.log(s3.url)
process.stdin.resume().once('end', () => void s3.stop())
