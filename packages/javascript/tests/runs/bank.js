// Run by machine.test.js, under `korrel test --itf`. The arguments say how it behaves.
import * as korrel from 'korrel/driver'

const how = process.argv.slice(2)

class Bank {
  #calls = 0
  balances = { alice: 0, bob: 0 }

  async deposit({ account, amount }) {
    console.log('what a program prints is no reply')
    this.#calls++
    this.balances[account] += amount
    return this.deposit // no value of a trace
  }

  withdraw({ account, amount, ...others }) {
    if (Object.keys(others).length > 0) throw new Error('there are no others')
    if (amount > 2 && how.includes('throws')) throw new RangeError('too much')
    if (amount > 2 && how.includes('skips')) throw new korrel.Skip('closed')
    this.balances[account] -= amount + (amount > 2 && how.includes('costs') ? 1 : 0)
  }

  static copy(bank) {
    return Object.assign(new Bank(), { balances: { ...bank.balances } })
  }
}

class Misnamed extends Bank {
  deposit({ account, sum }) {
    this.balances[account] += sum
  }
}

class Lacking {
  deposit() {}
}

class Big extends Bank {
  balances = { alice: 0n, bob: 0n }
  withdraw({ account, amount }) {
    this.balances[account] -= amount
  }
}

const options = {
  ...(how.includes('snapshots') && { snapshots: Bank.copy }),
  ...(how.includes('unsayable') && { state: () => ({ balances: [1.5] }) }),
}
if (how.includes('big')) korrel.machine(Big, { bigint: true })
else korrel.machine(how.includes('misnamed') ? Misnamed : how.includes('lacking') ? Lacking : Bank, options)
korrel.serve()
