import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { subtitlesEngine } from '../src/text/subtitles/subtitles-engine.ts'
import { blocksOf, failsWith, blockOutline, reader } from '@polyparse/test-support/reading'

const readVtt = reader(subtitlesEngine, 'text/vtt')
const readSrt = reader(subtitlesEngine, 'application/x-subrip')

describe('Subtitles', () => {
  it('of SRT are paragraphs that begin with their time, without marks of style', async () => {
    const source =
      '1\r\n00:00:01,000 --> 00:00:03,000\r\n{\\an8}<i>A sentence</i> that\r\ngoes &amp; goes\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\non.\r\n\r\nAfter a gap.\r\n\r\n3\r\n01:02:03,500 --> 01:02:05,000\r\nThe end.\r\n'
    assert.deepEqual(blockOutline(await readSrt(source)), [
      ['paragraph', '[00:00:01] A sentence that goes & goes on. After a gap.'],
      ['paragraph', '[01:02:03] The end.'],
    ])
  })

  it('of WebVTT have a paragraph for each speaker, and no comments and styles', async () => {
    const source =
      'WEBVTT - A talk\n\nSTYLE\n::cue { color: red }\n\nNOTE to self\n\nfirst\n00:01.000 --> 00:02.000 align:start\n<v.loud Ada>Hello <c.x>there</c>.</v>\n\n00:02.000 --> 00:03.000\n<v Ada>Sit down.\n<v Bob>Thanks.\n\n00:04.000 --> 00:05.000\nMusic &lt;3\n'
    const document = await readVtt(source)
    assert.deepEqual(blockOutline(document), [
      ['paragraph', '[00:00:01] Ada: Hello there. Sit down.'],
      ['paragraph', '[00:00:02] Bob: Thanks.'],
      ['paragraph', '[00:00:04] Music <3'],
    ])
    assert.deepEqual(blocksOf(document)[1]?.runs, [
      { text: '[00:00:02] ' },
      { text: 'Bob:', bold: true },
      { text: ' Thanks.' },
    ])
  })

  it('end a paragraph with the sentence after half a minute, or after a minute', async () => {
    const cue = (at: number, text: string): string =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000 --> 59:59.000\n${text}\n\n`
    const said = [cue(0, 'a.'), cue(25, 'b'), cue(35, 'c.'), cue(40, 'd'), cue(75, 'e'), cue(105, 'f')]
    assert.deepEqual(blockOutline(await readVtt(`WEBVTT\n\n${said.join('')}`)), [
      ['paragraph', '[00:00:00] a. b c.'],
      ['paragraph', '[00:00:40] d e'],
      ['paragraph', '[00:01:45] f'],
    ])
  })

  it('that roll have each line once, and words that are said twice stay', async () => {
    const source =
      'WEBVTT\n\n00:00.000 --> 00:02.000\nso<00:00:01.000><c> today</c>\n\n00:02.000 --> 00:02.010\nso today\n\n00:02.010 --> 00:04.000\nso today\nwe<00:00:03.000><c> begin</c>\n\n00:05.000 --> 00:06.000\nNo.\n\n00:06.000 --> 00:07.000\nNo.\n'
    assert.deepEqual(blockOutline(await readVtt(source)), [['paragraph', '[00:00:00] so today we begin No. No.']])
  })

  it('that are none are said to be', async () => {
    for (const empty of ['', 'WEBVTT\n\nNOTE x\n', 'WEBVTT\n\n00:00.000 --> 00:02.000\n<i></i>\n'])
      await assert.rejects(readVtt(empty), failsWith('document_empty'))
  })

  it('are read quickly when made to be slow', async () => {
    for (const piece of ['<', '{\\', '1:', '00:00.000 --> 00:01.000\n', '<v ', '&', '\n \t'])
      await readVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\nx${piece.repeat(200_000 / piece.length)}`)
  })
})
