// Drives VS Code in Chromium:  node drive.mjs PORT FOLDER
import { strict as assert } from 'node:assert'
import test, { after } from 'node:test'
import { browser } from '../../../playground/browser.mjs'

const [port, folder] = process.argv.slice(2)
const page = await browser()
after(page.end)

function open(file) {
  const payload = JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${port}${folder}/${file}`]])
  return page.open(`http://127.0.0.1:${port}/?folder=${folder}&payload=${encodeURIComponent(payload)}`)
}

const TEXTS = (selector) => `[...document.querySelectorAll('${selector}')].map((one) => one.textContent)`

test('a mistake is underlined', async () => {
  await open('wrong.als')
  await page.until(`return document.querySelectorAll('.squiggly-error').length === 1`)
  assert.deepEqual(await page.run(`return ${TEXTS('.notification-list-item-message')}`), [])
})

// VS Code shows nothing of an outline in which one name lies outside of its item, and tells nobody but a log.
test('the outline has the names of the spec', async () => {
  await open('binary_tree.als')
  await page.until(`const header = document.querySelector('.pane-header[aria-label="Outline Section"]')
    if (header?.getAttribute('aria-expanded') === 'false') header.click()
    return ['BinaryTree', 'Node', 'repOk'].every((name) => ${TEXTS('.outline-pane .label-name')}.includes(name))`)
})

test('a lens has the count of its command, and opens the instances', async () => {
  await open('binary_tree.als')
  // Lenses are drawn anew while counts come.
  await page.until(`const lens = [...document.querySelectorAll('.codelens-decoration a')].find((one) => one.textContent.startsWith('9 instances'))
    for (const event of ['mousedown', 'mouseup', 'click']) lens?.dispatchEvent(new MouseEvent(event, { bubbles: true }))
    return lens !== undefined`)
  const [, opened] = await page.both()
  await page.turnTo(opened)
  // This server leads to other ports by an address of its own, which Korrel refuses as that of a stranger.
  await page.until(`return location.href.includes('/proxy/')`)
  const address = await page.run('return location.href')
  await page.open(address.replace(/:\d+\/proxy\/(\d+)/, ':$1'))
  await page.until(`return document.querySelector('#all')?.textContent === 'of 9'`)
})
