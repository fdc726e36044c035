// The thread that reads one video: what a file claims of itself may take its reader long, and it can be ended.
import { parentPort, workerData } from 'node:worker_threads'
import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4, WEBM } from 'mediabunny'
import type { Leido, Pista } from './leer.ts'

/** Null: no MP4 or WebM at all. Whatever else the library finds wrong is thrown. */
async function read(path: string): Promise<Leido | null> {
  const input = new Input({ formats: [MP4, WEBM], source: new FilePathSource(path) })
  if (!(await input.canRead())) return null
  const pistas: Pista[] = []
  for (const track of await input.getTracks()) pistas.push(await pistaOf(track))
  const claimed = (await input.getDurationFromMetadata()) ?? 0
  return {
    formato: (await input.getFormat()) === MP4 ? 'mp4' : 'webm',
    segundos: Math.max(claimed, await input.computeDuration()),
    pistas,
  }
}

async function pistaOf(track: InputTrack): Promise<Pista> {
  const sizes = track.isVideoTrack() ? [await track.getDisplayWidth(), await track.getDisplayHeight()] : []
  return {
    tipo: track.type,
    codec: (await track.getCodecParameterString()) ?? 'desconocido',
    lado: Math.max(0, ...sizes),
    hasta: await endOf(track),
  }
}

/** In seconds, where its last whole packet ends: every byte of it is read, so what is missing shows. */
async function endOf(track: InputTrack): Promise<number> {
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets())
    end = Math.max(end, packet.timestamp + packet.duration)
  return end
}

parentPort?.postMessage({ leido: await read(String(workerData)) })
