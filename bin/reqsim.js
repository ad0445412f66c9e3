#!/usr/bin/env node
// Starts the command line. Written in the oldest syntax a module may have, so that an old Node reads far enough to say
// what is wrong instead of failing over a word it does not know.

const needed = [22, 12]
const running = process.versions.node.split('.').map(Number)

if (running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])) {
  console.error(
    'reqsim needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Get a newer one from https://nodejs.org, or with nvm install 24.',
  )
  process.exitCode = 2
} else {
  import('node:module')
    .then(function (module) {
      // Compiled code is kept between starts; where its folder cannot be written, Node goes on without it.
      module.enableCompileCache()
      return import('../dist/cli/main.js')
    })
    .catch(function (error) {
      const isSource = /^Cannot find module '[^']*dist.cli.main\.js'/.test(error.message)
      console.error(
        isSource
          ? 'reqsim is not built here: run npm run build, or npm run reqsim -- and the command.'
          : error,
      )
      process.exitCode = 1
    })
}
