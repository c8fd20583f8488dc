//! A real Chromium, driven over two pipes: what it is told and what it answers are JSON, each message ended by a NUL.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use serde_json::{Value, json};

use super::PATIENCE;

/// The rules that pages must keep: WCAG 2.2 A and AA, and what is usual besides.
const RULES: &str =
    "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}";

/// The browser of all tests: one page at a time.
pub(crate) struct Browser {
    commands: ChildStdin,
    messages: Receiver<Value>,
    last: u64,
    /// What happened since somebody looked.
    events: Vec<Value>,
}

/// A light or a dark screen, so wide, or paper.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) is_dark: bool,
    pub(crate) is_paper: bool,
}

impl Screen {
    pub(crate) const PHONE: Screen = Screen {
        width: 390,
        is_dark: false,
        is_paper: false,
    };
    pub(crate) const WIDE: Screen = Screen {
        width: 1400,
        is_dark: false,
        is_paper: false,
    };

    pub(crate) fn dark(self) -> Screen {
        Screen {
            is_dark: true,
            ..self
        }
    }

    pub(crate) fn paper(self) -> Screen {
        Screen {
            is_paper: true,
            ..self
        }
    }
}

/// The browser, if there is one on this machine; whoever holds it has it for itself.
pub(crate) fn browser() -> Option<MutexGuard<'static, Browser>> {
    static BROWSER: OnceLock<Option<Mutex<Browser>>> = OnceLock::new();
    let browser = BROWSER
        .get_or_init(|| Browser::start().map(Mutex::new))
        .as_ref()?;
    Some(browser.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Browser {
    fn start() -> Option<Browser> {
        Command::new("chromium").arg("--version").output().ok()?;
        let profile = tempfile::tempdir().unwrap().keep();
        // The shell puts the pipes where the browser looks for them, and tidies up when the browser has gone: it does so when
        // its pipe is closed, at the latest with the tests.
        let script = "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
            --disable-background-networking --disable-component-update --disable-sync \
            --remote-debugging-pipe --user-data-dir=\"$0\" about:blank 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf \"$0\"";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while answers
                .read_until(0, &mut message)
                .is_ok_and(|length| length > 0)
            {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else {
                    break;
                };
                if sender.send(value).is_err() {
                    break;
                }
                message.clear();
            }
            let _ = child.wait();
        });
        let last = 0;
        let events = Vec::new();
        Some(Browser {
            commands,
            messages,
            last,
            events,
        })
    }

    fn ask(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.commands
            .write_all(format!("{message}\0").as_bytes())
            .unwrap();
        self.commands.flush().unwrap();
        loop {
            let answer = self.messages.recv_timeout(PATIENCE).unwrap();
            if answer["id"] == self.last {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn wait_for(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == method) {
            let event = self.messages.recv_timeout(PATIENCE).unwrap();
            self.events.push(event);
        }
    }

    /// Opens a file.
    pub(crate) fn open(&mut self, path: &Path, screen: Screen) -> Page<'_> {
        self.open_at(&format!("file://{}", path.display()), screen)
    }

    /// Opens an address.
    pub(crate) fn open_at(&mut self, address: &str, screen: Screen) -> Page<'_> {
        let target = self.ask(None, "Target.createTarget", json!({"url": "about:blank"}));
        let target = target["targetId"].as_str().unwrap().to_owned();
        let attached = self.ask(
            None,
            "Target.attachToTarget",
            json!({"targetId": target, "flatten": true}),
        );
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let mut page = Page {
            browser: self,
            session,
            target,
        };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.ask(&format!("{domain}.enable"), json!({}));
        }
        page.show_on(screen);
        page.browser.events.clear();
        page.ask("Page.navigate", json!({"url": address}));
        page.browser.wait_for("Page.loadEventFired");
        page
    }
}

/// A page that is open.
pub(crate) struct Page<'b> {
    browser: &'b mut Browser,
    session: String,
    target: String,
}

impl Page<'_> {
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let session = self.session.clone();
        self.browser.ask(Some(&session), method, parameters)
    }

    /// Shows it on another screen.
    pub(crate) fn show_on(&mut self, screen: Screen) {
        let size =
            json!({"width": screen.width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", size);
        let scheme = if screen.is_dark { "dark" } else { "light" };
        let media = if screen.is_paper { "print" } else { "" };
        // A page that still scrolls has moved on before a click arrives.
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        self.ask(
            "Emulation.setEmulatedMedia",
            json!({"media": media, "features": features}),
        );
    }

    /// What an expression comes to, or what it promises.
    #[track_caller]
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true});
        let answer = self.ask("Runtime.evaluate", parameters);
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// What is shown of all elements of a selector.
    pub(crate) fn texts(&mut self, selector: &str) -> Vec<String> {
        let all = self.evaluate(&format!(
            "[...document.querySelectorAll({selector:?})].filter((it) => it.checkVisibility()).map((it) => it.innerText)"
        ));
        serde_json::from_value(all).unwrap()
    }

    /// Clicks on the first element of a selector, as a mouse does.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.evaluate(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{block: 'center', behavior: 'instant'}}); \
             const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key: a character, or a name such as `Escape`.
    pub(crate) fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => 0,
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = text.into();
            }
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    /// Presses a key that leads to another page, or to the same one anew, and waits until that is there.
    pub(crate) fn press_and_load(&mut self, key: &str) {
        const LOADED: &str = "Page.loadEventFired";
        self.browser
            .events
            .retain(|event| event["method"] != LOADED);
        self.press(key);
        self.browser.wait_for(LOADED);
    }

    /// Prints it on paper, as PDF.
    pub(crate) fn print(&mut self) -> Vec<u8> {
        use base64::Engine as _;
        let printed = self.ask("Page.printToPDF", json!({}));
        base64::prelude::BASE64_STANDARD
            .decode(printed["data"].as_str().unwrap())
            .unwrap()
    }

    /// Lets the page's own script run from the next page on, or not.
    pub(crate) fn switch_script(&mut self, on: bool) {
        self.ask(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": !on}),
        );
    }

    /// Loads it again.
    pub(crate) fn reload(&mut self) {
        self.browser.events.clear();
        self.ask("Page.reload", json!({}));
        self.browser.wait_for("Page.loadEventFired");
    }

    /// Types a text where the cursor is.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.ask("Input.insertText", json!({"text": text}));
    }

    /// How many pixels of it are beyond the right edge.
    pub(crate) fn sideways(&mut self) -> i64 {
        let pixels = self.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        pixels.as_i64().unwrap()
    }

    /// What axe finds wrong with it; none if there is no axe.
    pub(crate) fn violations(&mut self) -> Option<Vec<String>> {
        // `scripts/test` puts it into the target folder, where cargo keeps the tests' own folder as well.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let axe = target.join("axe-core/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(axe).ok()?;
        self.evaluate(&format!("{axe}; 0"));
        let found = self.evaluate(&format!(
            "axe.run(document, {RULES}).then((it) => it.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join('; ').slice(0, 600)))"
        ));
        Some(serde_json::from_value(found).unwrap())
    }

    /// Whatever a page must never do: a dialog, an exception, a request for anything but itself, a script that was stopped.
    pub(crate) fn misdeeds(&mut self) -> Vec<String> {
        self.misdeeds_beyond("file:", &["Document"])
    }

    /// The same for a page that may ask for such things, whose addresses begin so.
    pub(crate) fn misdeeds_beyond(&mut self, origin: &str, types: &[&str]) -> Vec<String> {
        self.evaluate("0");
        let is_misdeed = |event: &&Value| match event["method"].as_str().unwrap_or_default() {
            "Page.javascriptDialogOpening" | "Runtime.exceptionThrown" => true,
            "Log.entryAdded" => event["params"]["entry"]["level"] == "error",
            "Network.requestWillBeSent" => {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                !types.contains(&text(&event["params"]["type"]).as_str())
                    || !text(&event["params"]["request"]["url"]).starts_with(origin)
            }
            _ => false,
        };
        self.browser
            .events
            .iter()
            .filter(is_misdeed)
            .map(Value::to_string)
            .collect()
    }

    /// A picture of its beginning, as PNG.
    pub(crate) fn picture(&mut self) -> Vec<u8> {
        use base64::Engine as _;
        let taken = self.ask("Page.captureScreenshot", json!({"format": "png"}));
        let data = taken["data"].as_str().unwrap();
        base64::prelude::BASE64_STANDARD.decode(data).unwrap()
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        let target = self.target.clone();
        if !thread::panicking() {
            self.browser
                .ask(None, "Target.closeTarget", json!({"targetId": target}));
        }
        self.browser.events.clear();
    }
}
